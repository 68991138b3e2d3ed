import type { JournalFile } from './journal-files.ts'
import { LINE_START, SHORTEST_LINE } from './record-line.ts'
import { type DamageReason, type Scanned, scanSegment } from './scan-segment.ts'

/** How a segment ends. */
export interface Tail {
  /** The highest sequence that is, or may have been, in the segment; `first` − 1 if there was none. */
  readonly lastSequence: number
  /** Time of the last sound record. */
  readonly lastTime: number | undefined
  /** What comes after the last sound record, if anything does. */
  readonly loose: Loose | undefined
}

/** Bytes at the end of a segment that are no record. */
export interface Loose {
  readonly offset: number
  readonly bytes: number
  readonly reason: DamageReason
  /** Where to cut so that whole lines stay; `undefined` if cutting could take a sound record along. */
  readonly cutAt: number | undefined
}

export interface FindTailOptions {
  readonly first: number
  readonly maxRecordBytes: number
}

const FIRST_WINDOW_BYTES = 1024 * 1024

/** Finds the last sound record, reading backwards no further than needed. */
export async function findTail(file: JournalFile, options: FindTailOptions): Promise<Tail> {
  const size = await file.size()
  for (let window = FIRST_WINDOW_BYTES; ; window *= 8) {
    const from = Math.max(0, size - window)
    const end = await scanEnd(file, { from, size, maxRecordBytes: options.maxRecordBytes })
    if (end.last !== undefined || from === 0) return toTail(file, end, size, options)
  }
}

type FoundRecord = Extract<Scanned, { kind: 'record' }>
type FoundDamage = Extract<Scanned, { kind: 'damage' }>

interface End {
  readonly last: FoundRecord | undefined
  readonly damage: FoundDamage | undefined
  readonly tooLong: boolean
}

async function scanEnd(
  file: JournalFile,
  options: { from: number; size: number; maxRecordBytes: number },
): Promise<End> {
  const { from, size, maxRecordBytes } = options
  let end: End = { last: undefined, damage: undefined, tooLong: false }
  for await (const found of scanSegment(file, { from, end: size, maxRecordBytes })) {
    if (found.kind === 'record') end = { last: found, damage: undefined, tooLong: false }
    else end = { ...end, damage: end.damage ?? found, tooLong: end.tooLong || found.reason === 'too-long' }
  }
  return end
}

async function toTail(file: JournalFile, end: End, size: number, options: FindTailOptions): Promise<Tail> {
  const { last, damage, tooLong } = end
  const lastSequence = last?.record.sequence ?? options.first - 1
  const lastTime = last?.record.time
  if (damage === undefined) return { lastSequence, lastTime, loose: undefined }
  const { offset, reason } = damage
  const bytes = size - offset
  const lineEnd = last?.lineEnd ?? 0
  // A line too long to check may be a sound record, written under a larger limit.
  const cutAt = tooLong || lineEnd === size ? undefined : lineEnd
  const one =
    reason === 'unfinished' &&
    bytes <= options.maxRecordBytes &&
    (await isOneRecord(file, damage, lastSequence + 1))
  const used = one ? 1 : Math.floor(bytes / SHORTEST_LINE) + 1
  return { lastSequence: lastSequence + used, lastTime, loose: { offset, bytes, reason, cutAt } }
}

/**
 * Whether these bytes are the beginning of that one record: the common torn write. Of anything else it is only known
 * that so many bytes cannot have held more than so many records, any of which may have been acknowledged once.
 */
async function isOneRecord(file: JournalFile, damage: FoundDamage, sequence: number): Promise<boolean> {
  const bytes = Buffer.alloc(damage.bytes)
  let read = 0
  while (read < bytes.length) {
    const more = await file.read(bytes.subarray(read), damage.offset + read)
    if (more === 0) return false
    read += more
  }
  return bytes.indexOf(`${LINE_START}${sequence},`) === 0 && bytes.indexOf(LINE_START, 1) < 0
}
