/** What became of one object, as far as whoever is told has seen it: what happened in between is left out. */
export type Change<T> =
  | { readonly type: 'added'; readonly object: T; readonly initial: boolean }
  | { readonly type: 'updated'; readonly object: T; readonly before: T }
  | { readonly type: 'removed'; readonly object: T }

/** An object of a cache before and after; undefined where there is none. */
export interface Difference<T> {
  readonly key: string
  readonly before: T | undefined
  readonly after: T | undefined
}
