/** One open file. */
export interface JournalFile {
  size(): Promise<number>
  /** Fills `into` from `position`; says how many bytes there were, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>
  /** Writes all of it, or fails having written any part of it. */
  write(bytes: Uint8Array, position: number): Promise<void>
  /** Returns when content and length would survive a power loss. */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

/** `read` and `write` want the file to be there, `create` wants it not to be, `replace` does not mind. */
export type OpenMode = 'read' | 'write' | 'create' | 'replace'

/** The few things a journal asks of a file system, so that a test can make each of them fail. */
export interface JournalFiles {
  /** Makes the directory, for its owner alone, with those above it; content with one that is there. */
  makeDirectory(directory: string): Promise<void>
  /** The names in the directory, in any order. */
  list(directory: string): Promise<readonly string[]>
  open(path: string, mode: OpenMode): Promise<JournalFile>
  remove(path: string): Promise<void>
  /** Returns when the names made and removed in the directory would survive a power loss. */
  syncDirectory(directory: string): Promise<void>
  /** Keeps other writers out until released; throws JournalLockedError if one is there. */
  lock(directory: string): Promise<{ release(): Promise<void> }>
}
