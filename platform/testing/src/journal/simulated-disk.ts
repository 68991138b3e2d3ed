import { basename } from 'node:path'
import { type JournalFile, type JournalFiles, JournalLockedError, type OpenMode } from '@reeve/ledger'

export interface DiskOperation {
  readonly name: 'makeDirectory' | 'list' | 'open' | 'remove' | 'syncDirectory' | 'lock' | keyof JournalFile
  /** Name of the file, without the directory. */
  readonly file: string
}

interface Content {
  bytes: Buffer
  synced: Buffer
}

/**
 * A disk in memory that tells what would survive a power loss from what would not, holds one directory, and can be
 * made to fail anywhere. For tests.
 */
export class SimulatedDisk implements JournalFiles {
  /** Told of every operation before it happens; throws to make it fail. A write that fails has written half. */
  before: (operation: DiskOperation) => void = () => {}
  /** Whether writes reach the platter by themselves, as they may at any time; names and lengths cut do not. */
  writesThrough = false
  /** Handles that are open. */
  handles = 0
  #names = new Map<string, Content>()
  #syncedNames = new Map<string, Content>()
  #locked = false
  #boots = 0

  /** The files and what is in them. */
  get contents(): ReadonlyMap<string, Buffer> {
    return new Map([...this.#names].map(([name, { bytes }]) => [name, bytes]))
  }

  /** Damages a file behind the journal's back, and durably so. */
  change(name: string, change: (bytes: Buffer) => Buffer): void {
    const content = this.#get(name)
    content.bytes = change(Buffer.from(content.bytes))
    content.synced = content.bytes
  }

  /** Loses power: of what was not synced only that part, from 0 to 1, is found afterwards. Old handles are dead. */
  crash(kept: number): void {
    if (kept < 1) this.#names = new Map(kept > 0.5 ? this.#names : this.#syncedNames)
    for (const content of this.#names.values()) {
      const { bytes, synced } = content
      const unsynced = Math.max(0, bytes.length - synced.length)
      const grown = Buffer.concat([
        synced,
        bytes.subarray(synced.length, synced.length + Math.floor(unsynced * kept)),
      ])
      content.bytes = content.synced = kept === 1 ? bytes : grown
    }
    this.#syncedNames = new Map(this.#names)
    this.stop()
  }

  /** Ends the process: everything written stays, handles are dead, the lock is free. */
  stop(): void {
    this.#boots += 1
    this.#locked = false
    this.handles = 0
  }

  async makeDirectory(directory: string): Promise<void> {
    this.#note('makeDirectory', directory)
  }

  async list(directory: string): Promise<readonly string[]> {
    this.#note('list', directory)
    return [...this.#names.keys()]
  }

  async open(path: string, mode: OpenMode): Promise<JournalFile> {
    this.#note('open', path)
    const name = basename(path)
    if (mode === 'create' && this.#names.has(name)) throw systemError('EEXIST', name)
    if (mode === 'create' || mode === 'replace') {
      this.#names.set(name, { bytes: Buffer.alloc(0), synced: Buffer.alloc(0) })
    }
    this.handles += 1
    return this.#handle(name, this.#get(name))
  }

  async remove(path: string): Promise<void> {
    this.#note('remove', path)
    if (!this.#names.delete(basename(path))) throw systemError('ENOENT', basename(path))
  }

  async syncDirectory(directory: string): Promise<void> {
    this.#note('syncDirectory', directory)
    this.#syncedNames = new Map(this.#names)
  }

  async lock(directory: string): Promise<{ release(): Promise<void> }> {
    this.#note('lock', directory)
    if (this.#locked) throw new JournalLockedError(directory, undefined, undefined)
    this.#locked = true
    return {
      release: async () => {
        this.#locked = false
      },
    }
  }

  #note(name: DiskOperation['name'], path: string): void {
    this.before({ name, file: basename(path) })
  }

  #get(name: string): Content {
    const content = this.#names.get(name)
    if (content === undefined) throw systemError('ENOENT', name)
    return content
  }

  #handle(name: string, content: Content): JournalFile {
    const boot = this.#boots
    const act = <T>(operation: keyof JournalFile, action: () => T, half?: () => void): Promise<T> => {
      if (boot !== this.#boots) return Promise.reject(systemError('EIO', name))
      try {
        this.#note(operation, name)
      } catch (error) {
        half?.()
        return Promise.reject(error)
      }
      return Promise.resolve(action())
    }
    const put = (bytes: Uint8Array, position: number): void => {
      const after = content.bytes.subarray(position + bytes.length)
      const gap = Buffer.alloc(Math.max(0, position - content.bytes.length))
      content.bytes = Buffer.concat([content.bytes.subarray(0, position), gap, bytes, after])
      if (this.writesThrough) content.synced = content.bytes
    }
    return {
      size: () => act('size', () => content.bytes.length),
      read: (into, position) =>
        act('read', () => content.bytes.copy(into, 0, Math.min(position, content.bytes.length))),
      write: (bytes, position) =>
        act(
          'write',
          () => put(bytes, position),
          () => put(bytes.subarray(0, bytes.length / 2), position),
        ),
      sync: () =>
        act('sync', () => {
          content.synced = content.bytes
        }),
      truncate: (size) =>
        act('truncate', () => {
          content.bytes = Buffer.from(content.bytes.subarray(0, size))
        }),
      close: () =>
        act('close', () => {
          this.handles -= 1
        }),
    }
  }
}

/** An error as the system would report it. */
export function systemError(code: string, what: string): Error {
  return Object.assign(new Error(`${code}: ${what}`), { code })
}
