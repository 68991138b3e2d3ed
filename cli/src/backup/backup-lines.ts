import { createHash } from 'node:crypto'
import type { Clock } from '@reeve/ground'
import type { Entry, Ledger } from '@reeve/ledger'

/** The first line of a backup. */
export interface BackupHeader {
  readonly format: 'reeve-backup'
  readonly version: 1
  /** The ledger's revision that the backup is equal to. */
  readonly revision: number
  /** How many keys follow. */
  readonly keys: number
  readonly time: string
  readonly backend: string
}

/** A key as it stands in a backup: text where the value is text, so that it can be read with jq. */
export type BackupEntry = Pick<Entry, 'key' | 'createRevision' | 'modRevision' | 'version'> &
  ({ readonly value: string } | { readonly base64: string })

export interface BackupLinesOptions {
  readonly clock: Clock
  /** Certificates and tokens to put in; none leaves them out. */
  readonly identity?: unknown
}

/** Entries read at a time: a few milliseconds. */
const PAGE = 500
/** Above every key in the order of keys. */
const BEYOND = '\u{10ffff}\u{10ffff}'

/**
 * Everything that a ledger holds at one revision, as lines of JSON: a header, perhaps the identity, one line a key,
 * and an end with count and SHA-256 of all bytes before it. Others write meanwhile. Keys under a lease are left out:
 * they are claims that end with their holder.
 */
export async function* backupLines(ledger: Ledger, options: BackupLinesOptions): AsyncGenerator<string> {
  const { revision, backend } = await ledger.stats()
  const { count } = await ledger.range('', { revision, countOnly: true })
  const header: BackupHeader = {
    format: 'reeve-backup',
    version: 1,
    revision,
    keys: count,
    time: new Date(options.clock.now()).toISOString(),
    backend,
  }
  const sum = createHash('sha256')
  const line = (value: unknown): string => {
    const text = `${JSON.stringify(value)}\n`
    sum.update(text)
    return text
  }
  yield line(header) + (options.identity === undefined ? '' : line({ identity: options.identity }))
  let keys = 0
  for await (const page of pages(ledger, revision)) {
    const kept = page.filter(({ lease }) => lease === undefined)
    keys += kept.length
    yield kept.map((entry) => line(backupEntryOf(entry))).join('')
  }
  yield `${JSON.stringify({ end: { keys, sha256: sum.digest('hex') } })}\n`
}

async function* pages(ledger: Ledger, revision: number): AsyncGenerator<readonly Entry[]> {
  let from = ''
  for (;;) {
    const { entries, more } = await ledger.range({ from, to: BEYOND }, { revision, limit: PAGE })
    yield entries
    const last = entries.at(-1)
    if (!more || last === undefined) return
    from = `${last.key}\u0000`
  }
}

function backupEntryOf({ key, createRevision, modRevision, version, value }: Entry): BackupEntry {
  const meta = { key, createRevision, modRevision, version }
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes)
    ? { ...meta, value: text }
    : { ...meta, base64: bytes.toString('base64') }
}

/** The bytes that an entry of a backup stands for. */
export function bytesOf(entry: BackupEntry): Uint8Array {
  return 'value' in entry ? Buffer.from(entry.value) : Buffer.from(entry.base64, 'base64')
}
