import type { LedgerEvent, WatchBatch } from '../ledger.ts'
import { withPrevious } from '../watch/with-previous.ts'
import type { EtcdKeys } from './etcd-keys.ts'
import type { WatchEvent, WatchResponse } from './watch-messages.ts'

/** Puts etcd's answers together to one batch per revision, also where an answer was sent in fragments. */
export class WatchBatches {
  readonly #keys: EtcdKeys
  readonly #previous: boolean
  #held: LedgerEvent[] = []
  #revision = 0

  constructor(keys: EtcdKeys, previous = false) {
    this.#keys = keys
    this.#previous = previous
  }

  /** The batches that are whole now. */
  add({ events, fragment }: WatchResponse): readonly WatchBatch[] {
    const whole: WatchBatch[] = []
    for (const event of events) {
      const revision = event.kv.modRevision
      if (revision !== this.#revision) this.#flush(whole)
      this.#revision = revision
      this.#held.push(this.#eventOf(event))
    }
    if (!fragment) this.#flush(whole)
    return whole
  }

  #flush(whole: WatchBatch[]): void {
    if (this.#held.length === 0) return
    whole.push({ revision: this.#revision, events: this.#held })
    this.#held = []
  }

  #eventOf({ deleted, kv, previous }: WatchEvent): LedgerEvent {
    const key = this.#keys.keyOf(kv)
    const entry = deleted ? undefined : this.#keys.entryOf(kv)
    if (this.#previous)
      return withPrevious({ revision: kv.modRevision, key, entry }, previous && this.#keys.entryOf(previous))
    return entry === undefined ? { type: 'delete', key } : { type: 'put', key, entry }
  }
}
