import { type Clock, type Logger, type Random, realClock, realRandom, silentLogger } from '@reeve/ground'
import { ClosedError, FutureRevisionError } from '../errors.ts'
import { boundsOf, checkKey, checkRevision, checkTtl } from '../keys.ts'
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
import { writeStateFile } from '../sqlite/state-file.ts'
import { EtcdClient } from './etcd-client.ts'
import { checkEndpoints } from './etcd-endpoints.ts'
import { ifAllowed, isCompacted, isFuture, isLeaseGone, isPassing, ledgerErrorOf } from './etcd-errors.ts'
import { EtcdKeys } from './etcd-keys.ts'
import { EtcdLease } from './etcd-lease.ts'
import { EtcdPast } from './etcd-past.ts'
import { EtcdReads } from './etcd-reads.ts'
import { RPC } from './etcd-rpc.ts'
import { leaseNotFound, txnOutcomeOf, txnRequestOf } from './etcd-txn.ts'
import { EtcdWatch } from './etcd-watch.ts'
import { GrpcChannel } from './grpc-channel.ts'
import type { TlsOptions } from './grpc-connection.ts'
import { verifyEntries } from './verify-entries.ts'

export interface EtcdLedgerOptions {
  /** Such as `http://127.0.0.1:2379`; tried in turn. */
  readonly endpoints: readonly string[]
  /** Under which all keys of the ledger lie. Default: /reeve. */
  readonly prefix?: string
  readonly user?: string
  readonly password?: string
  readonly tls?: TlsOptions
  /** How long a call may take, with all its tries. Default: 5,000. */
  readonly requestTimeoutMs?: number
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
}

const DEFAULT_PREFIX = '/reeve'
const DEFAULT_TIMEOUT_MS = 5_000
const CONNECT_TIMEOUT_MS = 2_000
const READ = { action: 'read', idempotent: true } as const

/** Resolves once etcd has answered; rejects with what is wrong with the way to it. */
export async function openEtcdLedger(options: EtcdLedgerOptions): Promise<Ledger> {
  const ledger = new EtcdLedger(options)
  try {
    await ledger.revision()
    return ledger
  } catch (error) {
    await ledger.close()
    throw error
  }
}

/** The distributed ledger: several processes, one truth. Its revisions are etcd's own, so gaps are normal. */
class EtcdLedger implements Ledger {
  readonly #clock: Clock
  readonly #channel: GrpcChannel
  readonly #client: EtcdClient
  readonly #keys: EtcdKeys
  readonly #past: EtcdPast
  readonly #reads: EtcdReads
  readonly #watches = new Set<EtcdWatch>()
  readonly #calls = new Set<Promise<unknown>>()
  readonly #closing = new AbortController()
  #closed: Promise<void> | undefined
  #lastTime = 0

  constructor(options: EtcdLedgerOptions) {
    const { user, password = '', requestTimeoutMs = DEFAULT_TIMEOUT_MS } = options
    const clock = options.clock ?? realClock
    this.#clock = clock
    this.#channel = new GrpcChannel({
      endpoints: checkEndpoints(options.endpoints),
      tls: options.tls ?? {},
      connectTimeoutMs: Math.min(CONNECT_TIMEOUT_MS, requestTimeoutMs),
      givesWay: isPassing,
      clock,
      random: options.random ?? realRandom,
      logger: options.logger ?? silentLogger,
    })
    const credentials = user === undefined ? undefined : { user, password }
    const client = new EtcdClient({ channel: this.#channel, clock, requestTimeoutMs, credentials })
    const keys = new EtcdKeys((options.prefix ?? DEFAULT_PREFIX).replace(/\/+$/, ''))
    this.#client = client
    this.#keys = keys
    this.#past = new EtcdPast({ client, keys, clock })
    this.#reads = new EtcdReads({ client, keys, past: this.#past })
  }

  revision(): Promise<number> {
    return this.#run('read the revision', () => this.#reads.revision())
  }

  get(key: string, options: GetOptions = {}): Promise<Entry | undefined> {
    return this.#run(`read ${key}`, () => this.#reads.get(key, options))
  }

  range(span: Span, options: RangeOptions = {}): Promise<RangeResult> {
    return this.#run('read span', () => this.#reads.range(span, options))
  }

  txn(guards: readonly Guard[], ops: readonly Op[]): Promise<TxnOutcome> {
    return this.#run('commit', () => this.#commit(guards, ops))
  }

  watch(span: Span, options: WatchOptions = {}): Watch {
    this.#checkOpen('watch')
    boundsOf(span)
    if (options.from !== undefined) checkRevision(options.from)
    const watch: EtcdWatch = new EtcdWatch({
      client: this.#client,
      keys: this.#keys,
      clock: this.#clock,
      span,
      watch: options,
      onEnd: () => this.#watches.delete(watch),
    })
    this.#watches.add(watch)
    return watch.stream
  }

  lease(ttlMs: number): Promise<Lease> {
    return this.#run('take a lease', () => {
      checkTtl(ttlMs)
      const run = <T>(action: string, call: () => Promise<T>): Promise<T> => this.#run(action, call)
      const closing = this.#closing.signal
      return EtcdLease.grant({ client: this.#client, clock: this.#clock, closing, run }, ttlMs)
    })
  }

  compact(revision: number): Promise<void> {
    return this.#run('compact', async () => {
      checkRevision(revision)
      const call = { action: `compact to revision ${revision}`, idempotent: true }
      try {
        await this.#client.ask(RPC.compact, revision, call)
      } catch (error) {
        if (isFuture(error)) throw new FutureRevisionError(revision, await this.#reads.revision())
        if (!isCompacted(error)) throw ledgerErrorOf(error, call)
      }
    })
  }

  history(key: string): Promise<readonly Version[]> {
    return this.#run(`read the history of ${key}`, () => {
      checkKey(key)
      return this.#past.history(key)
    })
  }

  revisionAt(time: number): Promise<number> {
    return this.#run('look up a time', () => this.#past.revisionAt(time))
  }

  stats(): Promise<LedgerStats> {
    return this.#run('read stats', async () => {
      const [all, floor, leases, { dbSize }] = await Promise.all([
        this.#reads.range('', { countOnly: true }),
        this.#past.floor(),
        ifAllowed(this.#client.call(RPC.leases, undefined, READ), 0),
        ifAllowed(this.#client.call(RPC.status, undefined, READ), { dbSize: 0, version: '' }),
      ])
      const { revision, count: keys } = all
      return {
        backend: 'etcd',
        revision,
        floor,
        keys,
        leases,
        watches: this.#watches.size,
        bytes: dbSize,
      }
    })
  }

  backup(path: string): Promise<{ readonly revision: number }> {
    return this.#run('back up', async () => {
      const revision = await this.#reads.revision()
      await writeStateFile(path, revision, this.#reads.pages(revision))
      return { revision }
    })
  }

  verify(): Promise<Verification> {
    return this.#run('verify', async () => {
      const revision = await this.#reads.revision()
      const { checked, problems } = await verifyEntries(this.#reads.pages(revision), revision)
      const damaged = await ifAllowed(this.#client.call(RPC.corruptMembers, undefined, READ), [])
      const alarms = damaged.map((member) => `etcd raised a CORRUPT alarm for member ${member}`)
      return { revision, checked, problems: [...problems, ...alarms] }
    })
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    this.#closing.abort()
    await Promise.allSettled(this.#calls)
    const watches = [...this.#watches]
    for (const { stream } of watches) stream.fail(new ClosedError('go on with watch'))
    await Promise.all(watches.map(({ ended }) => ended))
    await this.#channel.close()
  }

  async #commit(guards: readonly Guard[], ops: readonly Op[]): Promise<TxnOutcome> {
    // Time never runs back here, so that a search by time finds its way.
    this.#lastTime = Math.max(this.#lastTime, this.#clock.now())
    const request = txnRequestOf(this.#keys, guards, ops, this.#lastTime)
    if (guards.length + ops.length === 0) return { ok: true, revision: await this.#reads.revision() }
    const call = { action: 'commit', idempotent: ops.length === 0 }
    try {
      return txnOutcomeOf(this.#keys, await this.#client.ask(RPC.txn, request, call))
    } catch (error) {
      throw isLeaseGone(error) ? leaseNotFound(ops, error) : ledgerErrorOf(error, call)
    }
  }

  /** Runs a call that `close` waits for. */
  async #run<T>(action: string, call: () => Promise<T>): Promise<T> {
    this.#checkOpen(action)
    const running = call()
    this.#calls.add(running)
    try {
      return await running
    } finally {
      this.#calls.delete(running)
    }
  }

  #checkOpen(action: string): void {
    if (this.#closed !== undefined) throw new ClosedError(action)
  }
}
