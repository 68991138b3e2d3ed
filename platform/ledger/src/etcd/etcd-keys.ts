import { boundsOf, prefixEnd } from '../keys.ts'
import type { Entry, Span } from '../ledger.ts'
import type { KeyValue } from './kv-messages.ts'

/** A key, or with an end all keys from it up to there. */
export interface KeyRange {
  readonly key: string
  readonly rangeEnd?: string
}

/** Where a ledger keeps its things in etcd. */
export class EtcdKeys {
  /** Holds the time of the last commit, in milliseconds since 1970; each of our transactions puts it. */
  readonly time: string
  /** Never written. */
  readonly nothing: string
  readonly #data: string
  readonly #dataEnd: string

  constructor(prefix: string) {
    this.time = `${prefix}/t`
    this.nothing = `${prefix}/n`
    this.#data = `${prefix}/k/`
    this.#dataEnd = prefixEnd(this.#data) ?? ''
  }

  of(key: string): string {
    return this.#data + key
  }

  /** The range of a span; one that can hold no key becomes the key that is never written. */
  rangeOf(span: Span): KeyRange {
    const { from, to } = boundsOf(span)
    const key = this.#data + from
    const rangeEnd = to === undefined ? this.#dataEnd : this.#data + to
    return Buffer.compare(Buffer.from(key), Buffer.from(rangeEnd)) < 0
      ? { key, rangeEnd }
      : { key: this.nothing }
  }

  /** The range of all keys after one. */
  rangeAfter(key: string): KeyRange {
    return { key: `${this.#data}${key}\u0000`, rangeEnd: this.#dataEnd }
  }

  keyOf(kv: KeyValue): string {
    return kv.key.slice(this.#data.length)
  }

  entryOf(kv: KeyValue): Entry {
    const { createRevision, modRevision, version, value, lease } = kv
    const entry = { key: this.keyOf(kv), value, createRevision, modRevision, version }
    return lease === '0' ? entry : { ...entry, lease }
  }
}
