import type { Clock } from '@reeve/ground'
import { CompactedError } from '../errors.ts'
import type { Entry, Version } from '../ledger.ts'
import type { EtcdClient } from './etcd-client.ts'
import { isCompacted, ledgerErrorOf } from './etcd-errors.ts'
import type { EtcdKeys } from './etcd-keys.ts'
import { RPC } from './etcd-rpc.ts'
import type { KeyValue } from './kv-messages.ts'
import { WatchBatches } from './watch-batches.ts'
import { WatchSession } from './watch-session.ts'

export interface EtcdPastOptions {
  readonly client: EtcdClient
  readonly keys: EtcdKeys
  readonly clock: Clock
}

const TIMES_AT_ONCE = 64
const READ = { action: 'read the past', idempotent: true } as const

/** What etcd still knows of older revisions, for which it has no calls of its own. */
export class EtcdPast {
  readonly #options: EtcdPastOptions
  /** The floor only rises: if the last one known can still be read, it is the floor. */
  #floor = 1

  constructor(options: EtcdPastOptions) {
    this.#options = options
  }

  /** The oldest revision that can be read. */
  async floor(): Promise<number> {
    const { client, keys } = this.#options
    try {
      await client.ask(RPC.range, { key: keys.time, countOnly: true, revision: this.#floor }, READ)
    } catch (error) {
      if (!isCompacted(error)) throw ledgerErrorOf(error, READ)
      this.#floor = Math.max(this.#floor, await this.#floorToldByWatch())
    }
    return this.#floor
  }

  /** Retained versions of a key up to the newest revision, oldest first. */
  async history(key: string): Promise<readonly Version[]> {
    for (;;) {
      const floor = await this.floor()
      try {
        const versions = await this.#versionsFrom(floor, key)
        return await this.#dated(versions)
      } catch (error) {
        // Compacted while we read: what is left is read anew.
        if (!(error instanceof CompactedError) || (await this.floor()) === floor) throw error
      }
    }
  }

  /** The newest of our commits whose time is not after `time`. */
  async revisionAt(time: number): Promise<number> {
    const [floor, newest] = await Promise.all([this.floor(), this.#timeAt(0)])
    const atFloor = await this.#timeAt(floor)
    if (time < atFloor.time) {
      if (floor > 1) throw new CompactedError(floor - 1, floor)
      return 1
    }
    // Ends of leases bear no time, but nothing that is there was committed in the future.
    if (time > this.#options.clock.now()) return newest.revision
    let found = atFloor.kv
    let [low, high] = [floor, newest.revision]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const at = await this.#timeAt(middle)
      if (at.time <= time) [low, found] = [middle, at.kv]
      else high = middle - 1
    }
    return Math.max(floor, found?.modRevision ?? 1)
  }

  async #floorToldByWatch(): Promise<number> {
    const { client, keys, clock } = this.#options
    const stop = new AbortController()
    const create = { key: keys.nothing, startRevision: this.#floor, previous: false }
    try {
      const session = await WatchSession.open(client, create, stop.signal)
      await session.readBehind(clock)
      return this.#floor
    } catch (error) {
      if (error instanceof CompactedError) return error.floor
      throw ledgerErrorOf(error, READ)
    } finally {
      stop.abort()
    }
  }

  async #versionsFrom(floor: number, key: string): Promise<readonly Version[]> {
    const [before, newest] = await Promise.all([this.#at(floor, key), this.#timeAt(0)])
    const versions: Version[] = []
    if (before !== undefined && before.modRevision < floor) {
      versions.push({ revision: before.modRevision, entry: before })
    }
    versions.push(...(await this.#changes(floor, newest.revision, key)))
    return versions
  }

  async #at(revision: number, key: string): Promise<Entry | undefined> {
    const { client, keys } = this.#options
    try {
      const { kvs } = await client.ask(RPC.range, { key: keys.of(key), revision }, READ)
      return kvs[0] === undefined ? undefined : keys.entryOf(kvs[0])
    } catch (error) {
      throw isCompacted(error) ? new CompactedError(revision, 0) : ledgerErrorOf(error, READ)
    }
  }

  /** What changed a key from one revision to another, read through a watch. */
  async #changes(from: number, to: number, key: string): Promise<readonly Version[]> {
    const { client, keys, clock } = this.#options
    const stop = new AbortController()
    const versions: Version[] = []
    const batches = new WatchBatches(keys)
    try {
      const create = { key: keys.of(key), startRevision: from, previous: false }
      const session = await WatchSession.open(client, create, stop.signal)
      for (let known = from - 1; known < to; ) {
        const response = await session.readBehind(clock)
        for (const { revision, events } of batches.add(response)) {
          const [event] = events
          known = revision
          if (revision <= to)
            versions.push(event?.type === 'put' ? { revision, entry: event.entry } : { revision })
        }
        if (response.events.length === 0) known = response.revision
      }
      return versions
    } catch (error) {
      throw ledgerErrorOf(error, READ)
    } finally {
      stop.abort()
    }
  }

  async #dated(versions: readonly Version[]): Promise<readonly Version[]> {
    const dated: Version[] = []
    for (let start = 0; start < versions.length; start += TIMES_AT_ONCE) {
      const some = versions.slice(start, start + TIMES_AT_ONCE)
      dated.push(...(await Promise.all(some.map((version) => this.#withTime(version)))))
    }
    return dated
  }

  async #withTime(version: Version): Promise<Version> {
    try {
      const { time, kv } = await this.#timeAt(version.revision)
      // The end of a lease makes a revision of etcd's own, which bears no time.
      return kv?.modRevision === version.revision ? { ...version, time } : version
    } catch (error) {
      if (error instanceof CompactedError) return version
      throw error
    }
  }

  /** The time put last at or before a revision (0 for the newest); before all times if there was none. */
  async #timeAt(
    revision: number,
  ): Promise<{ readonly revision: number; readonly time: number; readonly kv?: KeyValue }> {
    const { client, keys } = this.#options
    try {
      const answer = await client.ask(RPC.range, { key: keys.time, revision }, READ)
      const [kv] = answer.kvs
      if (kv === undefined) return { revision: answer.revision, time: Number.NEGATIVE_INFINITY }
      return { revision: answer.revision, time: Number(Buffer.from(kv.value).toString()), kv }
    } catch (error) {
      throw isCompacted(error) ? new CompactedError(revision, 0) : ledgerErrorOf(error, READ)
    }
  }
}
