import type { JournalFile } from './journal-files.ts'
import type { JournalRecord } from './journal-record.ts'
import { type Line, LineSplitter } from './line-splitter.ts'
import { decodeRecord, LINE_START } from './record-line.ts'

/**
 * Why bytes are no record: the line does not end, is longer than allowed, does not fit its checksum; the byte between
 * two lines is no newline; or the record is sound but its sequence comes again.
 */
export type DamageReason = 'unfinished' | 'too-long' | 'checksum' | 'separator' | 'out-of-order'

interface Place {
  readonly offset: number
  readonly bytes: number
  /** Counted from 1. */
  readonly line: number
  /** Where the line ends that this is in. */
  readonly lineEnd: number
}

/** What was found at some place of a segment. */
export type Scanned =
  | (Place & { readonly kind: 'record'; readonly record: JournalRecord })
  | (Place & { readonly kind: 'damage'; readonly reason: DamageReason })

export interface ScanOptions {
  readonly maxRecordBytes: number
  /** Default: the beginning. Amid a line, the rest of that line is damage. */
  readonly from?: number
  /** Number of the line at `from`. Default: 1. */
  readonly line?: number
  /** Read no byte from here on. Default: the end of the file. */
  readonly end?: number | undefined
}

const CHUNK_BYTES = 256 * 1024

/** Everything in a segment in order, every byte of it as part of a record or of damage. */
export async function* scanSegment(file: JournalFile, options: ScanOptions): AsyncGenerator<Scanned> {
  const { maxRecordBytes, from = 0, end = Number.POSITIVE_INFINITY } = options
  const splitter = new LineSplitter(from, maxRecordBytes)
  let number = options.line ?? 1
  let at = from
  for (;;) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, end - at))
    const read = chunk.length === 0 ? 0 : await file.read(chunk, at)
    if (read === 0) break
    at += read
    for (const line of splitter.push(chunk.subarray(0, read))) yield* scanLine(line, number++)
  }
  const rest = splitter.end()
  if (rest !== undefined) yield* scanLine(rest, number)
}

function scanLine(line: Line, number: number): readonly Scanned[] {
  const { offset, bytes, text, ended } = line
  const place: Place = { offset, bytes, line: number, lineEnd: offset + bytes }
  if (!ended) return [{ ...place, kind: 'damage', reason: 'unfinished' }]
  if (text === undefined) return [{ ...place, kind: 'damage', reason: 'too-long' }]
  const record = decodeRecord(text)
  if (record !== undefined) return [{ ...place, kind: 'record', record }]
  return scanDamaged(text, place)
}

// JSON has nothing but these three after `"}`, and a string in it cannot hold `{"seq":` unescaped: what matches is
// the byte between two records, which was a newline once.
const JOINT = new RegExp(`(?<="\\})[^,\\]}](?=${LINE_START.replace('{', '\\{')})`, 'gs')

/** A newline that is damaged makes one line of two sound records: both are found again. */
function scanDamaged(text: Buffer, place: Place): readonly Scanned[] {
  const found: Scanned[] = []
  const scanPart = (start: number, end: number): void => {
    const record = decodeRecord(text.subarray(start, end))
    const last = end === text.length
    const part = { ...place, offset: place.offset + start, bytes: end - start + (last ? 1 : 0) }
    found.push(
      record === undefined
        ? { ...part, kind: 'damage', reason: 'checksum' }
        : { ...part, kind: 'record', record },
    )
  }
  let start = 0
  for (const { index } of text.toString('latin1').matchAll(JOINT)) {
    scanPart(start, index)
    found.push({ ...place, offset: place.offset + index, bytes: 1, kind: 'damage', reason: 'separator' })
    start = index + 1
  }
  scanPart(start, text.length)
  return found
}
