import { messageOf } from '@reeve/ground'
import { JournalInvalidError } from './errors.ts'
import type { JournalEntry, JournalRecord } from './journal-record.ts'
import type { JournalSettings } from './journal-settings.ts'
import { findNonJson } from './json-value.ts'
import { encodeRecord } from './record-line.ts'

/** The newest record, as far as the next one has to know it. */
export interface Mark {
  readonly sequence: number
  readonly time: number
}

/** Records that go out together, and their lines. */
export interface MadeRecords {
  readonly records: readonly JournalRecord[]
  readonly bytes: Buffer
}

const LARGEST_TIME = 8.64e15

/** Gives entries their sequence and time, and refuses what cannot be recorded. */
export class RecordMaker {
  readonly #settings: JournalSettings
  #last: Mark

  constructor(settings: JournalSettings, last: Mark) {
    this.#settings = settings
    this.#last = last
  }

  /** All or none: nothing is numbered if one of them is refused. */
  make(entries: readonly JournalEntry[]): MadeRecords {
    let last = this.#last
    const lines: Buffer[] = []
    const records = entries.map((entry) => {
      const record = this.#record(entry, last)
      lines.push(this.#encode(record))
      last = record
      return record
    })
    this.#last = last
    return { records, bytes: Buffer.concat(lines) }
  }

  /** Takes back the numbers given out after this one: their records were refused. */
  backTo(last: Mark): void {
    this.#last = last
  }

  #record(entry: JournalEntry, last: Mark): JournalRecord {
    const { type, key, data, time = this.#settings.clock.now() } = entry
    if (typeof type !== 'string' || type === '')
      throw refuse('its type is empty', 'give it a type, such as observed')
    if (key !== undefined && typeof key !== 'string')
      throw refuse('its key is not a string', 'give a string, or none')
    if (!(Math.abs(time) <= LARGEST_TIME))
      throw refuse(`its time is ${time}`, 'give milliseconds since 1970, or none')
    return {
      sequence: last.sequence + 1,
      time: Math.max(Math.trunc(time), last.time),
      type,
      ...(key === undefined ? {} : { key }),
      ...(data === undefined ? {} : { data }),
    }
  }

  #encode(record: JournalRecord): Buffer {
    const line = encodeJson(record)
    const { maxRecordBytes } = this.#settings
    if (line.length <= maxRecordBytes) return line
    const reason = `its ${line.length} bytes are more than ${maxRecordBytes}`
    throw refuse(reason, 'record less, or open the journal with a larger maxRecordBytes')
  }
}

function encodeJson(record: JournalRecord): Buffer {
  try {
    const line = encodeRecord(record) // first, as it ends on a circle and the search below would not
    const found = record.data === undefined ? undefined : findNonJson(record.data)
    if (found === undefined) return line
    throw refuse(
      `${found}, which JSON cannot hold`,
      'give plain objects, arrays, strings, finite numbers, booleans',
    )
  } catch (cause) {
    if (cause instanceof JournalInvalidError) throw cause
    throw refuse(messageOf(cause), 'give data that JSON can hold', cause)
  }
}

function refuse(reason: string, hint: string, cause?: unknown): JournalInvalidError {
  return new JournalInvalidError(`cannot append record: ${reason}`, { hint, cause })
}
