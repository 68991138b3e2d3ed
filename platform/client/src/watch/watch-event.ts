/** What one stream of the API says. */
export type StreamEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly version: string }
  /** Nothing up to this version is missing. `initialEnd`: all that was there at the beginning has been told. */
  | { readonly type: 'BOOKMARK'; readonly version: string; readonly initialEnd: boolean }

/** What a watch says that outlives its streams. */
export type WatchEvent<T> =
  /** Everything that there is at this version; what was known before and is not among it is gone. */
  | {
      readonly type: 'replaced'
      readonly objects: readonly T[]
      readonly version: string
      /** Versions from before say nothing about it: the collection was made anew, or the server restored from a copy. */
      readonly reset: boolean
    }
  | { readonly type: 'set'; readonly object: T; readonly version: string }
  | { readonly type: 'deleted'; readonly object: T; readonly version: string }
  /** Nothing up to this version is missing. */
  | { readonly type: 'mark'; readonly version: string }

/** What happens to a watch itself, for health, logs and metrics. */
export type WatchNotice =
  | { readonly type: 'opened' }
  /** Something came, if only a sign of life. */
  | { readonly type: 'alive' }
  /** The server ended the stream, as it does every few minutes. */
  | { readonly type: 'ended' }
  /** Nothing came for too long: the stream is given up and replaced. */
  | { readonly type: 'stalled' }
  | { readonly type: 'failed'; readonly error: unknown; readonly retryInMs: number }
  /** Everything is read anew. */
  | { readonly type: 'listing'; readonly why: 'start' | 'expired' | 'lost' }
