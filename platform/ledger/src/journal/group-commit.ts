import type { Timer } from '@reeve/ground'
import { Bell } from './bell.ts'
import { JournalFullError, JournalHaltedError } from './errors.ts'
import { findExpired } from './find-expired.ts'
import type { JournalEntry, JournalRecord } from './journal-record.ts'
import type { JournalSettings } from './journal-settings.ts'
import { type MadeRecords, type Mark, RecordMaker } from './record-maker.ts'
import type { Recovered } from './recover-journal.ts'
import { SegmentWriter } from './segment-writer.ts'

/** An append that waits for its records to be durable. */
interface Pending extends MadeRecords {
  resolve(): void
  reject(error: unknown): void
}

/**
 * Takes appends at any time and writes them one batch after the other: everything that is handed in during a write
 * and its sync goes out in the next one. Acknowledges in order, and nothing before it is durable.
 */
export class GroupCommit {
  readonly writer: SegmentWriter
  /** Rings after every acknowledgement, after a fault, and at the end. */
  readonly bell = new Bell()
  readonly #settings: JournalSettings
  readonly #maker: RecordMaker
  #acknowledged: Mark
  #waiting: Pending[] = []
  #draining: Promise<void> | undefined
  #timer: Timer | undefined
  #syncDue = false
  #rotated = false
  #halted: JournalHaltedError | undefined
  #finished = false

  constructor(settings: JournalSettings, start: Recovered) {
    this.#settings = settings
    this.#acknowledged = { sequence: start.lastSequence, time: start.lastTime }
    this.#maker = new RecordMaker(settings, this.#acknowledged)
    this.writer = new SegmentWriter(settings, start)
  }

  get lastSequence(): number {
    return this.#acknowledged.sequence
  }

  /** The fault after which nothing is written any more. */
  get halted(): JournalHaltedError | undefined {
    return this.#halted
  }

  /** Whether nothing will be acknowledged any more. */
  get finished(): boolean {
    return this.#finished
  }

  async append(entries: readonly JournalEntry[]): Promise<readonly JournalRecord[]> {
    if (this.#halted !== undefined) throw this.#halted
    if (entries.length === 0) return []
    const made = this.#maker.make(entries)
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push({ ...made, resolve, reject })
      this.#draining ??= this.#drain()
    })
    return made.records
  }

  /** Waits for what was handed in, makes it durable, and lets go of the file. */
  async finish(): Promise<void> {
    await this.#draining
    this.#timer?.cancel()
    try {
      if (this.#settings.sync !== 'never' && this.#halted === undefined) await this.writer.sync()
    } catch (cause) {
      throw this.#halt(cause)
    } finally {
      this.#finished = true
      this.bell.ring()
      await this.writer.close()
    }
  }

  async #drain(): Promise<void> {
    await Promise.resolve() // whatever else this turn hands in goes out in the same write
    while (this.#waiting.length > 0 || this.#syncDue) {
      const batch = this.#waiting.splice(0)
      try {
        await this.#commit(batch)
        if (this.#syncDue) await this.writer.sync()
      } catch (cause) {
        this.#refuse(batch, cause instanceof JournalFullError ? cause : this.#halt(cause))
      }
      this.#syncDue = false
      if (this.#rotated) await this.#retain()
    }
    this.#draining = undefined
  }

  /** Takes from the batch what it has acknowledged: what is left in it after an error was not written. */
  async #commit(batch: Pending[]): Promise<void> {
    while (batch[0] !== undefined) {
      if (!this.writer.fits(batch[0].bytes.length)) {
        await this.writer.rotate(batch[0].records[0]?.sequence ?? 0)
        this.#rotated = true
      }
      const fitting = this.#fitting(batch)
      const bytes = Buffer.concat(fitting.map((pending) => pending.bytes))
      await this.writer.write(bytes, { sync: this.#settings.sync === 'always' })
      batch.splice(0, fitting.length)
      this.#acknowledge(fitting)
    }
  }

  /** As many from the front as go into the segment; the first one always does. */
  #fitting(batch: readonly Pending[]): readonly Pending[] {
    let bytes = 0
    const beyond = batch.findIndex((pending, index) => {
      bytes += pending.bytes.length
      return index > 0 && !this.#fitsWith(bytes)
    })
    return beyond < 0 ? [...batch] : batch.slice(0, beyond)
  }

  #fitsWith(bytes: number): boolean {
    return bytes <= this.#settings.segmentBytes && this.writer.fits(bytes)
  }

  #acknowledge(written: readonly Pending[]): void {
    const last = written.at(-1)?.records.at(-1)
    if (last !== undefined) this.#acknowledged = last
    const { sync, clock } = this.#settings
    if (typeof sync === 'object') {
      this.#timer ??= clock.after(sync.everyMs, () => {
        this.#timer = undefined
        this.#syncDue = true
        this.#draining ??= this.#drain()
      })
    }
    for (const pending of written) pending.resolve()
    this.bell.ring()
  }

  #refuse(batch: readonly Pending[], error: JournalFullError | JournalHaltedError): void {
    const refused = [...batch, ...this.#waiting.splice(0)]
    this.#maker.backTo(this.#acknowledged)
    for (const pending of refused) pending.reject(error)
  }

  #halt(cause: unknown): JournalHaltedError {
    this.#halted ??= new JournalHaltedError(this.#settings.directory, cause)
    this.#timer?.cancel()
    this.#settings.logger.error('halted', { error: this.#halted })
    this.bell.ring()
    return this.#halted
  }

  /** Keeping too much is no reason to refuse records. */
  async #retain(): Promise<void> {
    const { logger } = this.#settings
    this.#rotated = false
    try {
      for (const segment of await findExpired(
        this.#settings,
        this.writer.segments,
        this.#acknowledged.time,
      )) {
        await this.writer.remove(segment)
        logger.info('removed segment', { ...segment })
      }
    } catch (error) {
      logger.warn('cannot remove segment', { error })
    }
  }
}
