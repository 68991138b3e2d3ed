import type { JournalItem, ReplayOptions } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import type { Scanned } from './scan-segment.ts'
import { segmentName } from './segment-name.ts'

/** Turns what was scanned, in order, into what was asked for: filters records, finds the gaps between them. */
export class ItemSieve {
  readonly #options: ReplayOptions
  readonly #from: number
  readonly #to: number
  #next: number | undefined
  #started: boolean
  #done = false

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#from = options.fromSequence ?? 1
    this.#to = options.toSequence ?? Number.MAX_SAFE_INTEGER
    this.#started = options.fromTime === undefined
  }

  /** Whether nothing that is still to come was asked for. */
  get done(): boolean {
    return this.#done
  }

  /** A segment begins, and with it this sequence: whatever was to come before it is missing. */
  enter(first: number): readonly JournalItem[] {
    const { fromSequence = first } = this.#options
    this.#next ??= Math.min(fromSequence, first)
    if (first > this.#to) this.#done = true
    // Before the time asked for, a gap matters only if a record that was asked for comes after it.
    return this.#started ? this.#skipTo(first) : []
  }

  take(scanned: Scanned, segment: number): readonly JournalItem[] {
    if (scanned.kind === 'record' && scanned.record.sequence >= (this.#next ?? 0))
      return this.#record(scanned.record)
    if (!this.#started || (this.#next ?? 0) < this.#from) return []
    const { offset, bytes, line } = scanned
    const reason = scanned.kind === 'damage' ? scanned.reason : 'out-of-order'
    return [{ kind: 'damage', segment: segmentName(segment), offset, bytes, line, reason }]
  }

  #record(record: JournalRecord): readonly JournalItem[] {
    const { fromTime = Number.NEGATIVE_INFINITY } = this.#options
    this.#started ||= record.time >= fromTime
    const gap = this.#started ? this.#skipTo(record.sequence) : []
    this.#next = record.sequence + 1
    if (record.sequence >= this.#to) this.#done = true
    return this.#wants(record) ? [...gap, { kind: 'record', record }] : gap
  }

  #wants(record: JournalRecord): boolean {
    const { types, key } = this.#options
    if (!this.#started || record.sequence < this.#from || record.sequence > this.#to) return false
    return (types === undefined || types.includes(record.type)) && (key === undefined || key === record.key)
  }

  #skipTo(sequence: number): readonly JournalItem[] {
    const from = Math.max(this.#next ?? sequence, this.#from)
    const to = Math.min(sequence - 1, this.#to)
    this.#next = Math.max(this.#next ?? 0, sequence)
    return from > to ? [] : [{ kind: 'gap', from, to }]
  }
}
