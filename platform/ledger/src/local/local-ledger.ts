import type { Clock } from '@reeve/ground'
import { ClosedError, CompactedError, FutureRevisionError, LeaseLostError } from '../errors.ts'
import { copied, holds } from '../guards.ts'
import { boundsOf, checkKey, checkLimit, checkRevision, checkTtl, checkTxn } from '../keys.ts'
import { keepAlive } from '../lease/keep-alive.ts'
import type {
  Entry,
  GetOptions,
  Guard,
  Lease,
  Ledger,
  LedgerStats,
  Op,
  RangeOptions,
  RangeResult,
  Span,
  TxnOutcome,
  Verification,
  Version,
  Watch,
  WatchOptions,
} from '../ledger.ts'
import { LeaseKeeper } from './lease-keeper.ts'
import type { Committer, LocalStore } from './local-store.ts'
import { type Change, WatchHub } from './watch-hub.ts'

/** What a committer tells the ledger about its commits. */
export interface CommitListener {
  committed(): void
  undone(): void
  broken(error: unknown): void
}

export interface LocalLedgerOptions {
  readonly clock: Clock
  readonly store: LocalStore
  readonly committer: (listener: CommitListener) => Committer
}

/** How long an expired lease waits before its keys are tried again, should the disk have been full. */
const RETRY_EXPIRY_MS = 1_000

/** A ledger whose versions are kept by this process: the parts that memory and SQLite share. */
export class LocalLedger implements Ledger {
  readonly #clock: Clock
  readonly #store: LocalStore
  readonly #committer: Committer
  readonly #hub: WatchHub
  readonly #keeper: LeaseKeeper
  #unpublished: (readonly Change[])[] = []
  #sweeping: Promise<void> = Promise.resolve()
  #closed: { readonly cause?: unknown } | undefined

  constructor({ clock, store, committer }: LocalLedgerOptions) {
    this.#clock = clock
    this.#store = store
    this.#hub = new WatchHub(store, clock)
    this.#keeper = new LeaseKeeper(clock, (id) => this.#expire(id))
    this.#committer = committer({
      committed: () => this.#publish(),
      undone: () => this.#discard(),
      broken: (error) => this.#break(error),
    })
    for (const { id, ttlMs } of store.leases()) this.#keeper.grant(id, ttlMs)
    this.#sweep().catch(() => {}) // what an earlier process left; a fault shows in the next commit
  }

  async revision(): Promise<number> {
    this.#checkOpen('read the revision')
    return this.#store.revision()
  }

  async get(key: string, options: GetOptions = {}): Promise<Entry | undefined> {
    return this.#look(`read ${key}`, () => {
      checkKey(key)
      return this.#store.at(key, this.#readable(options.revision))
    })
  }

  async range(span: Span, options: RangeOptions = {}): Promise<RangeResult> {
    return this.#look('read span', () => {
      checkLimit(options.limit)
      const bounds = boundsOf(span)
      const revision = this.#readable(options.revision)
      if (options.countOnly) {
        return { revision, entries: [], count: this.#store.count(bounds, revision), more: false }
      }
      const { limit = Number.MAX_SAFE_INTEGER, keysOnly = false } = options
      const { entries, more } = this.#store.range(bounds, { revision, limit, keysOnly })
      return { revision, entries, count: entries.length, more }
    })
  }

  txn(guards: readonly Guard[], ops: readonly Op[]): Promise<TxnOutcome> {
    try {
      this.#checkOpen('commit')
      checkTxn(guards, ops)
      const own = copied(ops)
      return this.#committer.submit(() => this.#attempt(guards, own))
    } catch (error) {
      return Promise.reject(error)
    }
  }

  watch(span: Span, options: WatchOptions = {}): Watch {
    this.#checkOpen('watch')
    return this.#hub.watch(span, options)
  }

  async lease(ttlMs: number): Promise<Lease> {
    this.#checkOpen('take a lease')
    checkTtl(ttlMs)
    const id = await this.#committer.submit(() => this.#store.grantLease(ttlMs))
    this.#keeper.grant(id, ttlMs)
    const renew = async (): Promise<void> => {
      this.#checkOpen('renew lease')
      if (!this.#keeper.renew(id)) throw new LeaseLostError(id)
    }
    const ends = (): number => this.#keeper.ends(id)
    return {
      id,
      ttlMs,
      renew,
      keepAlive: (signal) => keepAlive({ id, ttlMs, ends, renew }, this.#clock, signal),
      revoke: async () => {
        this.#checkOpen('revoke lease')
        await this.#endLease(id)
      },
    }
  }

  async compact(revision: number): Promise<void> {
    this.#checkOpen('compact')
    checkRevision(revision)
    if (revision > this.#store.revision()) throw new FutureRevisionError(revision, this.#store.revision())
    await this.#committer.submit(() => {
      if (revision > this.#store.floor()) this.#store.raiseFloor(revision)
    })
    await this.#sweep()
  }

  async history(key: string): Promise<readonly Version[]> {
    return this.#look(`read the history of ${key}`, () => {
      checkKey(key)
      return this.#store.history(key)
    })
  }

  async revisionAt(time: number): Promise<number> {
    return this.#look('look up a time', () => this.#store.revisionAt(time))
  }

  async stats(): Promise<LedgerStats> {
    return this.#look('read stats', () => ({
      backend: this.#store.backend,
      revision: this.#store.revision(),
      floor: this.#store.floor(),
      leases: this.#keeper.size,
      watches: this.#hub.size,
      ...this.#store.size(),
    }))
  }

  async backup(path: string): Promise<{ readonly revision: number }> {
    this.#checkOpen('back up')
    const revision = this.#store.revision()
    await this.#store.backup(path, () => new Promise((resolve) => this.#clock.turn(resolve)))
    this.#sweep().catch(() => {}) // what had to wait for the copy
    return { revision }
  }

  async verify(): Promise<Verification> {
    this.#checkOpen('verify')
    return this.#committer.submit(() => this.#store.verify())
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#committer.flush()
    if (!this.#closed) this.#shut({}) // the last commit may have broken it
  }

  #attempt(guards: readonly Guard[], ops: readonly Op[]): TxnOutcome {
    const store = this.#store
    const holding = guards.every((guard) =>
      holds(guard, guard.on === 'value' ? store.at(guard.key, store.revision()) : store.head(guard.key)),
    )
    if (!holding) {
      const current = guards.map(({ key }) => store.at(key, store.revision()))
      return { ok: false, revision: store.revision(), current }
    }
    for (const op of ops) {
      const lost = op.do === 'put' && op.lease !== undefined && !this.#keeper.has(op.lease)
      if (lost) throw new LeaseLostError(op.lease)
    }
    this.#commit(ops)
    return { ok: true, revision: store.revision() }
  }

  #commit(ops: readonly Op[]): void {
    const changes = this.#store.commit(ops, this.#clock.now())
    if (changes.length > 0) this.#unpublished.push(changes)
  }

  async #endLease(id: string): Promise<void> {
    await this.#committer.submit(() => {
      this.#commit(this.#store.leased(id).map((key) => ({ do: 'delete', key })))
      this.#store.dropLease(id)
    })
    this.#keeper.drop(id)
  }

  #expire(id: string): void {
    this.#endLease(id).catch(() => {
      if (!this.#closed) this.#keeper.grant(id, RETRY_EXPIRY_MS)
    })
  }

  #publish(): void {
    const published = this.#unpublished
    this.#unpublished = []
    for (const changes of published) this.#hub.publish(changes)
  }

  #discard(): void {
    this.#unpublished = []
  }

  /** One sweep at a time. */
  #sweep(): Promise<void> {
    const sweep = (): Promise<void> => this.#sweepAll()
    this.#sweeping = this.#sweeping.then(sweep, sweep)
    return this.#sweeping
  }

  async #sweepAll(): Promise<void> {
    while (!this.#closed && (await this.#committer.submit(() => this.#store.sweep()))) {
      // Writers that came meanwhile share the next commit with the next piece.
    }
  }

  #break(error: unknown): void {
    if (!this.#closed) this.#shut({ cause: error })
  }

  #shut(closed: { readonly cause?: unknown }): void {
    this.#closed = closed
    this.#keeper.close()
    this.#hub.close(closed.cause)
    this.#store.close()
  }

  #readable(asked: number | undefined): number {
    const revision = this.#store.revision()
    if (asked === undefined) return revision
    checkRevision(asked)
    if (asked > revision) throw new FutureRevisionError(asked, revision)
    if (asked < this.#store.floor()) throw new CompactedError(asked, this.#store.floor())
    return asked
  }

  #look<T>(action: string, read: () => T): T {
    this.#checkOpen(action)
    try {
      return read()
    } catch (error) {
      throw this.#store.explain(action, error)
    }
  }

  #checkOpen(action: string): void {
    if (this.#closed) throw new ClosedError(action, this.#closed.cause)
  }
}
