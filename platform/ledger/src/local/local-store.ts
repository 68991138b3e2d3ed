import type { Bounds } from '../keys.ts'
import type { Entry, Op, Verification, Version } from '../ledger.ts'
import type { Change, ChangeLog } from './watch-hub.ts'

/** As much of a key's newest entry as a guard needs. */
export type Head = Pick<Entry, 'modRevision' | 'version'>

/**
 * What a ledger in this process keeps its versions in. Everything is synchronous; what changes it runs inside
 * `Committer.submit`, so that it is durable together or not at all.
 */
export interface LocalStore extends ChangeLog {
  readonly backend: 'memory' | 'sqlite'
  head(key: string): Head | undefined
  at(key: string, revision: number): Entry | undefined
  range(bounds: Bounds, options: StoreRange): { readonly entries: readonly Entry[]; readonly more: boolean }
  count(bounds: Bounds, revision: number): number
  history(key: string): readonly Version[]
  revisionAt(time: number): number
  /** Applies the ops under one new revision, or under none if they change nothing. */
  commit(ops: readonly Op[], now: number): readonly Change[]
  grantLease(ttlMs: number): string
  dropLease(id: string): void
  /** The keys that go with a lease. */
  leased(id: string): readonly string[]
  /** Leases that were there when the store was opened. */
  leases(): readonly { readonly id: string; readonly ttlMs: number }[]
  /** From now on reads below are refused; `sweep` then removes what nobody can read, a small piece a call. */
  raiseFloor(revision: number): void
  /** Whether there is more to sweep. */
  sweep(): boolean
  size(): { readonly keys: number; readonly bytes: number }
  verify(): Verification
  /** Writes a ledger file of the state at the time of the call; `pause` lets others run now and then. */
  backup(path: string, pause: () => Promise<void>): Promise<void>
  close(): void
}

export interface StoreRange {
  readonly revision: number
  readonly limit: number
  readonly keysOnly: boolean
}

/** Makes changes durable, alone or in groups. */
export interface Committer {
  submit<T>(run: () => T): Promise<T>
  /** Commits what waits at once. */
  flush(): void
}
