import { crc32 } from 'node:zlib'
import type { JournalRecord } from './journal-record.ts'
import type { JsonValue } from './json-value.ts'

const SUM = /^,"sum":"([0-9a-f]{8})"\}$/
const SUM_BYTES = ',"sum":"00000000"}'.length

/** How every line begins. */
export const LINE_START = '{"seq":'

/** One line of JSON that ends with the CRC-32 of everything in it before `,"sum"`. */
export function encodeRecord(record: JournalRecord): Buffer {
  const { sequence: seq, time, type, key, data } = record
  const text = JSON.stringify({ seq, time: new Date(time).toISOString(), type, key, data }).slice(0, -1)
  return Buffer.from(`${text},"sum":"${hex(crc32(text))}"}\n`)
}

/** No record takes fewer bytes. */
export const SHORTEST_LINE = encodeRecord({ sequence: 1, time: 0, type: 'x' }).length

/** The record in a line (without its newline); `undefined` if a single bit of it is not as it was written. */
export function decodeRecord(line: Buffer): JournalRecord | undefined {
  const end = line.length - SUM_BYTES
  if (end < 0) return undefined
  const sum = SUM.exec(line.toString('latin1', end))?.[1]
  if (sum === undefined || sum !== hex(crc32(line.subarray(0, end)))) return undefined
  return parse(line.toString('utf8'))
}

function parse(text: string): JournalRecord | undefined {
  try {
    return fromFields(JSON.parse(text))
  } catch {
    return undefined
  }
}

interface Fields {
  readonly seq?: unknown
  readonly time?: unknown
  readonly type?: unknown
  readonly key?: unknown
  readonly data?: JsonValue
}

function fromFields({ seq, time: written, type, key, data }: Fields): JournalRecord | undefined {
  const time = typeof written === 'string' ? Date.parse(written) : Number.NaN
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1) return undefined
  if (Number.isNaN(time) || typeof type !== 'string') return undefined
  if (key !== undefined && typeof key !== 'string') return undefined
  return {
    sequence: seq,
    time,
    type,
    ...(key === undefined ? {} : { key }),
    ...(data === undefined ? {} : { data }),
  }
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0')
}
