import type { Entry, Ledger, LedgerEvent, Watch, WatchBatch } from '@reeve/ledger'

/** One fresh, empty ledger under test, and what its backend allows a test to do to it. */
export interface LedgerSubject {
  readonly ledger: Ledger
  /** Lets that much time pass for leases and progress marks. */
  pass(ms: number): Promise<void>
  /** Closes the ledger and opens the same data again; absent where nothing outlives closing. */
  reopen?(): Promise<Ledger>
  /** Releases everything. The ledger may be closed already. */
  dispose(): Promise<void>
}

export type OpenLedger = () => Promise<LedgerSubject>

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
export const text = (value: Uint8Array | undefined): string | undefined =>
  value === undefined ? undefined : new TextDecoder().decode(value)

export const put = (key: string, value: string) => ({ do: 'put', key, value: bytes(value) }) as const
export const del = (key: string) => ({ do: 'delete', key }) as const

/** `key=value` for entries, the shortest thing to compare. */
export const shown = (entries: readonly Entry[]): string[] =>
  entries.map(({ key, value }) => `${key}=${text(value)}`)

/** `+key=value` or `-key`, with `(was value)` where a previous one came along. */
export function told(event: LedgerEvent): string {
  const was = event.previous === undefined ? '' : ` (was ${text(event.previous.value)})`
  return event.type === 'put' ? `+${event.key}=${text(event.entry.value)}${was}` : `-${event.key}${was}`
}

/** The next `count` batches with events; marks are passed over. */
export async function take(watch: Watch, count: number): Promise<WatchBatch[]> {
  const iterator = watch[Symbol.asyncIterator]()
  const taken: WatchBatch[] = []
  while (taken.length < count) {
    const { done, value } = await iterator.next()
    if (done) throw new Error(`the watch ended after ${taken.length} of ${count} batches`)
    if (value.events.length > 0) taken.push(value)
  }
  return taken
}
