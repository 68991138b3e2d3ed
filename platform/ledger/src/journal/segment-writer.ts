import { join } from 'node:path'
import { createSegment } from './create-segment.ts'
import { JournalFullError } from './errors.ts'
import { isDiskFull } from './file-faults.ts'
import type { JournalFile } from './journal-files.ts'
import type { JournalSettings } from './journal-settings.ts'
import type { Extent } from './read-items.ts'
import { type Segment, segmentName, tornAmong } from './segment-name.ts'

/**
 * Writes to the newest segment. One call at a time. A JournalFullError leaves everything as it was; after any other
 * error nothing is known, and the writer must not be used but to close it.
 */
export class SegmentWriter {
  readonly #settings: JournalSettings
  #segments: readonly Segment[]
  #sealed: boolean
  #file: JournalFile | undefined
  #dirty = false

  constructor(settings: JournalSettings, start: { segments: readonly Segment[]; sealed: boolean }) {
    this.#settings = settings
    this.#segments = start.segments
    this.#sealed = start.sealed
  }

  get segments(): readonly Segment[] {
    return this.#segments
  }

  /** What of it may be read: what has been written in full, and synced if that was asked for. */
  get extent(): Extent {
    const firsts = this.#segments.map(({ first }) => first)
    return { firsts, end: this.#sealed ? undefined : this.#segments.at(-1)?.bytes }
  }

  /** Whether that many bytes may go into the newest segment. An empty one takes any number. */
  fits(bytes: number): boolean {
    const size = this.#segments.at(-1)?.bytes ?? 0
    return !this.#sealed && (size === 0 || size + bytes <= this.#settings.segmentBytes)
  }

  async write(bytes: Uint8Array, options: { sync: boolean }): Promise<void> {
    const newest = this.#segments.at(-1)
    if (newest === undefined) throw new Error('no segment to write to')
    this.#file ??= await this.#reach(() => this.#open(newest, 'write'))
    const file = this.#file
    await this.#reach(
      () => file.write(bytes, newest.bytes),
      () => this.#cutBack(file, newest.bytes),
    )
    if (options.sync) await file.sync()
    else this.#dirty = true
    this.#segments = [...this.#segments.slice(0, -1), { ...newest, bytes: newest.bytes + bytes.length }]
  }

  /** Begins a new segment with this sequence. */
  async rotate(first: number): Promise<void> {
    const { files, directory, sync } = this.#settings
    if (sync !== 'never') await this.sync()
    const created = await this.#reach(() => createSegment(files, directory, first))
    const before = this.#file
    this.#file = created
    this.#segments = [...this.#segments, { first, bytes: 0 }]
    this.#sealed = false
    this.#dirty = false
    await before?.close()
  }

  /** Makes durable what was written without. */
  async sync(): Promise<void> {
    if (!this.#dirty) return
    await this.#file?.sync()
    this.#dirty = false
  }

  /** Removes a segment, and with it what was once cut off it. */
  async remove(segment: Segment): Promise<void> {
    const { files, directory } = this.#settings
    const torn = tornAmong(await files.list(directory), segment.first)
    for (const name of [...torn, segmentName(segment.first)]) await files.remove(join(directory, name))
    this.#segments = this.#segments.filter(({ first }) => first !== segment.first)
    await files.syncDirectory(directory)
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = undefined
    await file?.close()
  }

  #open(segment: Segment, mode: 'write'): Promise<JournalFile> {
    return this.#settings.files.open(join(this.#settings.directory, segmentName(segment.first)), mode)
  }

  async #reach<T>(action: () => Promise<T>, undo?: () => Promise<void>): Promise<T> {
    try {
      return await action()
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause
      await undo?.()
      throw new JournalFullError(this.#settings.directory, cause)
    }
  }

  /** Synced, so that no refused record comes back after a power loss; what is left over would follow a shorter write. */
  async #cutBack(file: JournalFile, size: number): Promise<void> {
    await file.truncate(size)
    await file.sync()
  }
}
