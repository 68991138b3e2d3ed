import { CompactedError } from '../errors.ts'
import type { Entry, LedgerEvent } from '../ledger.ts'

/** What a revision made of one key; without an entry, it was deleted. */
export interface Changed {
  readonly revision: number
  readonly key: string
  readonly entry: Entry | undefined
}

/**
 * The event of a change for a reader who wants to know what was there before. The revision at which a ledger was
 * compacted is kept without that: a reader who needs it is told so, and not left to take it for a new key.
 */
export function withPrevious({ revision, key, entry }: Changed, previous: Entry | undefined): LedgerEvent {
  const hadOne = entry === undefined || entry.createRevision < entry.modRevision
  if (hadOne && previous === undefined) throw new CompactedError(revision, revision + 1)
  const held = previous === undefined ? {} : { previous }
  return entry === undefined ? { type: 'delete', key, ...held } : { type: 'put', key, entry, ...held }
}
