/** The contract that memory, SQLite and etcd keep; `describeLedger` in testing is its proof. */

/** What a key holds at some revision. */
export interface Entry {
  readonly key: string
  /** Owned by the ledger: do not write into it. Empty where only keys were asked for. */
  readonly value: Uint8Array
  /** The revision that made the key (again, after a deletion). */
  readonly createRevision: number
  /** The revision that wrote this value. */
  readonly modRevision: number
  /** 1 for the value that made the key, one more with each put. */
  readonly version: number
  /** Id of the lease that takes the key with it when it ends. */
  readonly lease?: string
}

/** All keys that start with a string ('' for every key), or those with from ≤ key < to. */
export type Span = string | { readonly from: string; readonly to: string }

/** What must hold at commit. A key that is not there has modRevision 0, version 0 and no value. */
export type Guard =
  | { readonly on: 'absent'; readonly key: string }
  | { readonly on: 'modRevision'; readonly key: string; readonly modRevision: number }
  | { readonly on: 'version'; readonly key: string; readonly version: number }
  | { readonly on: 'value'; readonly key: string; readonly value: Uint8Array }

/** One change. A transaction names each key at most once; deleting what is not there changes nothing. */
export type Op =
  | { readonly do: 'put'; readonly key: string; readonly value: Uint8Array; readonly lease?: string }
  | { readonly do: 'delete'; readonly key: string }

export type TxnOutcome =
  /** `revision` made the changes; the current one if there was nothing to change. */
  | { readonly ok: true; readonly revision: number }
  /** A guard did not hold, nothing changed. `current` is what each guard's key holds, in the guards' order. */
  | { readonly ok: false; readonly revision: number; readonly current: readonly (Entry | undefined)[] }

export interface GetOptions {
  /** Read as of this revision. Default: the newest. */
  readonly revision?: number
}

export interface RangeOptions extends GetOptions {
  /** At most this many entries. Default: all. */
  readonly limit?: number
  /** Leave values empty. */
  readonly keysOnly?: boolean
  /** Only count: `entries` stays empty, `count` is that of the whole span. */
  readonly countOnly?: boolean
}

export interface RangeResult {
  /** The revision that was read: with it, the next page comes from the same state. */
  readonly revision: number
  /** In the order of their keys. */
  readonly entries: readonly Entry[]
  /** Number of entries, or with `countOnly` of all keys in the span. */
  readonly count: number
  /** Whether `limit` left keys out. */
  readonly more: boolean
}

export interface WatchOptions {
  /** First revision of interest; may lie in the future. Default: what is committed after the call. */
  readonly from?: number
  /** Hand over what a key held before, as long as compaction has left it. Default: false. */
  readonly previous?: boolean
  /** Send a mark when the reader has caught up, and after each such time of silence. Default: none. */
  readonly progressMs?: number
  /** How many events may wait for a slow reader before it is cut. Default: 10,000. */
  readonly buffer?: number
  /** How many bytes of values may wait likewise. Default: 16 MiB. */
  readonly bufferBytes?: number
  /** Ends the watch quietly. */
  readonly signal?: AbortSignal
}

export type LedgerEvent =
  | { readonly type: 'put'; readonly key: string; readonly entry: Entry; readonly previous?: Entry }
  | { readonly type: 'delete'; readonly key: string; readonly previous?: Entry }

/** All that one revision changed in the span. Without events it is a mark: nothing up to `revision` is missing. */
export interface WatchBatch {
  readonly revision: number
  readonly events: readonly LedgerEvent[]
}

/**
 * Batches in the order of their revisions, each once, none left out. Ends by `break`, by the signal, or with an error:
 * LEDGER_COMPACTED, LEDGER_WATCH_CUT (the reader was too slow; go on from `resumeFrom`), LEDGER_CLOSED; where the backend
 * asks for credentials, also LEDGER_ACCESS_DENIED.
 */
export interface Watch extends AsyncIterable<WatchBatch> {
  /** Resolves once the watch stands: whatever is committed from then on is delivered. */
  readonly ready: Promise<void>
}

/** Keys put under a lease go when it ends. It never ends early; after a restart it has its full time again. */
export interface Lease {
  readonly id: string
  /** As granted; a backend may round up. */
  readonly ttlMs: number
  /** Starts its time anew. Rejects with LEDGER_LEASE_LOST once it has ended. */
  renew(signal?: AbortSignal): Promise<void>
  /** Renews each third of the time until the signal; rejects with LEDGER_LEASE_LOST as soon as it may have ended. */
  keepAlive(signal: AbortSignal): Promise<void>
  /** Ends it now, with its keys, under one revision. Ending what has ended is a success. */
  revoke(): Promise<void>
}

/** One retained version of a key; without an entry, its deletion. */
export interface Version {
  readonly revision: number
  /** When it was committed, in milliseconds since 1970, where the backend knows. */
  readonly time?: number
  readonly entry?: Entry
}

export interface LedgerStats {
  readonly backend: 'memory' | 'sqlite' | 'etcd'
  readonly revision: number
  /** Reads below it are compacted. */
  readonly floor: number
  readonly keys: number
  readonly leases: number
  readonly watches: number
  /** On disk, or an estimate of memory. */
  readonly bytes: number
}

export interface Verification {
  readonly revision: number
  /** How many versions were looked at. */
  readonly checked: number
  /** What is wrong, in words; empty is well. */
  readonly problems: readonly string[]
}

/**
 * An MVCC log with etcd's data model: one global revision (1 when empty), one more for each transaction that
 * changes something. What was acknowledged survives; what is watched comes in order, after commit, without gaps.
 */
export interface Ledger {
  /** The newest revision. */
  revision(): Promise<number>
  get(key: string, options?: GetOptions): Promise<Entry | undefined>
  range(span: Span, options?: RangeOptions): Promise<RangeResult>
  /** All ops under one revision if every guard holds, else none. Durable once it resolves. */
  txn(guards: readonly Guard[], ops: readonly Op[]): Promise<TxnOutcome>
  watch(span: Span, options?: WatchOptions): Watch
  lease(ttlMs: number): Promise<Lease>
  /** Forgets versions that no read at or above `revision` can see. The newest version of a live key always stays. */
  compact(revision: number): Promise<void>
  /** Retained versions of a key, oldest first. */
  history(key: string): Promise<readonly Version[]>
  /** The newest revision that was committed at or before `time`; 1 if nothing was yet. */
  revisionAt(time: number): Promise<number>
  stats(): Promise<LedgerStats>
  /** Writes a SQLite ledger file of the newest state (of all retained history where the ledger is SQLite). */
  backup(path: string): Promise<{ readonly revision: number }>
  verify(): Promise<Verification>
  /** Waits for what was handed in, ends watches with LEDGER_CLOSED, lets go of everything. May be called again. */
  close(): Promise<void>
}
