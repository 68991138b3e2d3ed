import { CompactedError, FutureRevisionError } from '../errors.ts'
import { checkKey, checkLimit, checkRevision } from '../keys.ts'
import type { Entry, GetOptions, RangeOptions, RangeResult, Span } from '../ledger.ts'
import type { EtcdClient } from './etcd-client.ts'
import { isCompacted, isFuture, ledgerErrorOf } from './etcd-errors.ts'
import type { EtcdKeys } from './etcd-keys.ts'
import type { EtcdPast } from './etcd-past.ts'
import { RPC } from './etcd-rpc.ts'
import type { RangeRequest, RangeResponse } from './kv-messages.ts'

export interface EtcdReadsOptions {
  readonly client: EtcdClient
  readonly keys: EtcdKeys
  readonly past: EtcdPast
}

const PAGE = 1_000

/** Reads of one key, of a span, or of everything page by page. */
export class EtcdReads {
  readonly #options: EtcdReadsOptions

  constructor(options: EtcdReadsOptions) {
    this.#options = options
  }

  async revision(): Promise<number> {
    const request = { key: this.#options.keys.time, countOnly: true }
    return (await this.#read(request, 'read the revision')).revision
  }

  async get(key: string, { revision }: GetOptions): Promise<Entry | undefined> {
    checkKey(key)
    const { keys } = this.#options
    const { kvs } = await this.#read({ key: keys.of(key), ...at(revision) }, `read ${key}`)
    return kvs[0] === undefined ? undefined : keys.entryOf(kvs[0])
  }

  async range(span: Span, options: RangeOptions): Promise<RangeResult> {
    checkLimit(options.limit)
    const { keys } = this.#options
    const { revision, limit, keysOnly = false, countOnly = false } = options
    const most = limit === undefined || countOnly ? {} : { limit }
    const request = { ...keys.rangeOf(span), ...at(revision), ...most, keysOnly, countOnly }
    const answer = await this.#read(request, 'read span')
    return {
      revision: revision ?? answer.revision,
      entries: answer.kvs.map((kv) => keys.entryOf(kv)),
      count: countOnly ? answer.count : answer.kvs.length,
      more: !countOnly && answer.more,
    }
  }

  /** Every entry at one revision, page by page. */
  async *pages(revision: number): AsyncGenerator<readonly Entry[]> {
    const { keys } = this.#options
    let range = keys.rangeOf('')
    for (;;) {
      const { kvs, more } = await this.#read({ ...range, revision, limit: PAGE }, 'read all entries')
      const entries = kvs.map((kv) => keys.entryOf(kv))
      yield entries
      const last = entries.at(-1)
      if (!more || last === undefined) return
      range = keys.rangeAfter(last.key)
    }
  }

  async #read(request: RangeRequest, action: string): Promise<RangeResponse> {
    const { client, past } = this.#options
    const call = { action, idempotent: true }
    const { revision = 0 } = request
    try {
      return await client.ask(RPC.range, request, call)
    } catch (error) {
      if (isCompacted(error)) throw new CompactedError(revision, await past.floor())
      if (isFuture(error)) throw new FutureRevisionError(revision, await this.revision())
      throw ledgerErrorOf(error, call)
    }
  }
}

function at(revision: number | undefined): { readonly revision?: number } {
  if (revision === undefined) return {}
  checkRevision(revision)
  return { revision }
}
