import { crc32 } from 'node:zlib'
import { CorruptError } from '../errors.ts'
import type { Entry } from '../ledger.ts'

/** A row of the log. */
export interface ChangeRow {
  readonly id: number
  readonly revision: number
  readonly time: number
  readonly key: string
  readonly created: number
  /** 0 for a deletion. */
  readonly version: number
  /** The row that this one replaced; compaction may have taken it. */
  readonly previous: number | null
  readonly lease: number | null
  readonly sum: number
  /** Null for a deletion. */
  readonly value: Uint8Array | null
}

/** A key's newest row, as far as it is known without its value. */
export type HeadRow = Pick<ChangeRow, 'id' | 'revision' | 'created' | 'version' | 'lease'>

export type KeyedHead = HeadRow & Pick<ChangeRow, 'key'>

/** Where a row stands in the log. */
export type Place = Pick<ChangeRow, 'id' | 'revision' | 'time'>

/** Ties a value to the revision that wrote it, so that neither a flipped bit nor a misplaced row goes unseen. */
export function checksum(value: Uint8Array | null, revision: number): number {
  const seed = (revision ^ Math.floor(revision / 2 ** 32)) >>> 0
  return value === null ? seed : crc32(value, seed)
}

export function isIntact(row: ChangeRow): boolean {
  return row.sum === checksum(row.value, row.revision) && (row.version === 0) === (row.value === null)
}

/** What the row says its key holds; nothing if it is a deletion. */
export function entryOf(row: ChangeRow): Entry | undefined {
  if (!isIntact(row))
    throw new CorruptError(`read ${row.key}`, `revision ${row.revision} has a wrong checksum`)
  return row.value === null ? undefined : entryWith(row, row.value)
}

/** The entry of a row whose value is left out. */
export function keyOf(row: Omit<KeyedHead, 'id'>): Entry {
  return entryWith(row, new Uint8Array())
}

function entryWith(row: Omit<KeyedHead, 'id'>, value: Uint8Array): Entry {
  const { key, created: createRevision, revision: modRevision, version } = row
  const entry = { key, value, createRevision, modRevision, version }
  return row.lease === null ? entry : { ...entry, lease: String(row.lease) }
}
