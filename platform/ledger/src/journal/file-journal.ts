import type { Timer } from '@reeve/ground'
import { Bell } from './bell.ts'
import { JournalClosedError, JournalFullError, JournalHaltedError } from './errors.ts'
import { findExpired } from './find-expired.ts'
import type { FollowOptions, Journal, JournalItem, JournalRepair, JournalStats, ReplayOptions } from './journal.ts'
import type { JournalEntry, JournalRecord } from './journal-record.ts'
import type { JournalSettings } from './journal-settings.ts'
import { type ItemSource, readItems } from './read-items.ts'
import { type MadeRecords, type Mark, RecordMaker } from './record-maker.ts'
import type { Recovered } from './recover-journal.ts'
import { SegmentWriter } from './segment-writer.ts'

/** An append that waits for its records to be durable. */
interface Pending extends MadeRecords {
  resolve(): void
  reject(error: unknown): void
}

/** A journal in a directory, held by this process. `openJournal` makes one. */
export class FileJournal implements Journal {
  readonly repairs: readonly JournalRepair[]
  readonly #settings: JournalSettings
  readonly #release: () => Promise<void>
  readonly #writer: SegmentWriter
  readonly #maker: RecordMaker
  readonly #bell = new Bell()
  #acknowledged: Mark
  #waiting: Pending[] = []
  #draining: Promise<void> | undefined
  #timer: Timer | undefined
  #syncDue = false
  #halted: JournalHaltedError | undefined
  #closing: Promise<void> | undefined

  constructor(settings: JournalSettings, recovered: Recovered, release: () => Promise<void>) {
    this.repairs = recovered.repairs
    this.#settings = settings
    this.#release = release
    this.#acknowledged = { sequence: recovered.lastSequence, time: recovered.lastTime }
    this.#writer = new SegmentWriter(settings, recovered)
    this.#maker = new RecordMaker(settings, this.#acknowledged)
  }

  async append(entry: JournalEntry): Promise<JournalRecord> {
    const [record] = await this.appendAll([entry])
    return record as JournalRecord
  }

  async appendAll(entries: readonly JournalEntry[]): Promise<readonly JournalRecord[]> {
    if (this.#closing !== undefined) throw new JournalClosedError(this.#settings.directory)
    if (this.#halted !== undefined) throw this.#halted
    if (entries.length === 0) return []
    const made = this.#maker.make(entries)
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ ...made, resolve, reject })
      this.#wake()
    })
    return made.records
  }

  replay(options: ReplayOptions = {}): AsyncIterable<JournalItem> {
    const { extent } = this.#writer
    return readItems(this.#source({ extent: () => extent, more: async () => false }), options)
  }

  follow(options: FollowOptions = {}): AsyncIterable<JournalItem> {
    const { signal, fromSequence = this.stats().firstSequence } = options
    let seen = 0
    const extent: ItemSource['extent'] = () => {
      seen = this.#bell.rung
      return this.#writer.extent
    }
    const more = async (): Promise<boolean> => {
      if (this.#bell.rung === seen) {
        if (this.#halted !== undefined) throw this.#halted
        if (this.#closing !== undefined && this.#draining === undefined) return false
        await this.#bell.after(seen, signal)
      }
      return !signal?.aborted
    }
    return until(signal, readItems(this.#source({ extent, more }), { fromSequence }))
  }

  stats(): JournalStats {
    const { segments } = this.#writer
    const { sequence } = this.#acknowledged
    return {
      segments: segments.length,
      bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0),
      firstSequence: segments[0]?.first ?? sequence + 1,
      lastSequence: sequence,
      repairs: this.repairs.length,
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #source(from: Pick<ItemSource, 'extent' | 'more'>): ItemSource {
    const { files, directory, maxRecordBytes } = this.#settings
    return { files, directory, maxRecordBytes, ...from }
  }

  #wake(): void {
    this.#draining ??= this.#drain()
  }

  /** Writes out what waits, in as few writes as there are segments to write to, until nothing does. */
  async #drain(): Promise<void> {
    await Promise.resolve() // whatever else this turn hands in goes out in the same write
    while (this.#waiting.length > 0 || this.#syncDue) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#commit(batch)
        if (this.#syncDue) await this.#syncNow()
      } catch (cause) {
        this.#refuse(batch, cause)
      }
    }
    this.#draining = undefined
  }
