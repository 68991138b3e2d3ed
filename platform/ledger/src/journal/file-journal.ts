import { JournalClosedError } from './errors.ts'
import { GroupCommit } from './group-commit.ts'
import type {
  FollowOptions,
  Journal,
  JournalItem,
  JournalRepair,
  JournalStats,
  ReplayOptions,
} from './journal.ts'
import type { JournalEntry, JournalRecord } from './journal-record.ts'
import type { JournalSettings } from './journal-settings.ts'
import { type ItemSource, readItems } from './read-items.ts'
import type { Recovered } from './recover-journal.ts'

/** A journal in a directory, held by this process. `openJournal` makes one. */
export class FileJournal implements Journal {
  readonly repairs: readonly JournalRepair[]
  readonly #settings: JournalSettings
  readonly #commit: GroupCommit
  readonly #release: () => Promise<void>
  #closing: Promise<void> | undefined

  constructor(settings: JournalSettings, start: Recovered, release: () => Promise<void>) {
    this.repairs = start.repairs
    this.#settings = settings
    this.#commit = new GroupCommit(settings, start)
    this.#release = release
  }

  async append(entry: JournalEntry): Promise<JournalRecord> {
    const [record] = await this.appendAll([entry])
    return record as JournalRecord
  }

  async appendAll(entries: readonly JournalEntry[]): Promise<readonly JournalRecord[]> {
    if (this.#closing !== undefined) throw new JournalClosedError(this.#settings.directory)
    return this.#commit.append(entries)
  }

  replay(options: ReplayOptions = {}): AsyncIterable<JournalItem> {
    const { extent } = this.#commit.writer
    return readItems(this.#source({ extent: () => extent, more: async () => false }), options)
  }

  follow(options: FollowOptions = {}): AsyncIterable<JournalItem> {
    const { fromSequence = this.stats().firstSequence, signal } = options
    return this.#follow(fromSequence, signal)
  }

  stats(): JournalStats {
    const { writer, lastSequence } = this.#commit
    return {
      segments: writer.segments.length,
      bytes: writer.segments.reduce((sum, { bytes }) => sum + bytes, 0),
      firstSequence: writer.segments[0]?.first ?? lastSequence + 1,
      lastSequence,
      repairs: this.repairs.length,
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#commit.finish().finally(this.#release)
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #source(rest: Pick<ItemSource, 'extent' | 'more'>): ItemSource {
    const { files, directory, maxRecordBytes } = this.#settings
    return { files, directory, maxRecordBytes, ...rest }
  }

  async *#follow(fromSequence: number, signal: AbortSignal | undefined): AsyncGenerator<JournalItem> {
    if (signal?.aborted) return
    for await (const item of readItems(this.#live(signal), { fromSequence })) {
      yield item
      if (signal?.aborted) return
    }
  }

  #live(signal: AbortSignal | undefined): ItemSource {
    const { writer, bell } = this.#commit
    let seen = 0
    const extent: ItemSource['extent'] = () => {
      seen = bell.rung
      return writer.extent
    }
    const more = async (): Promise<boolean> => {
      if (bell.rung === seen && this.#commit.halted !== undefined) throw this.#commit.halted
      if (bell.rung === seen && this.#commit.finished) return false
      await bell.after(seen, signal)
      return !signal?.aborted
    }
    return this.#source({ extent, more })
  }
}
