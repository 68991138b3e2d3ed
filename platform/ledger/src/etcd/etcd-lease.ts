import type { Clock } from '@reeve/ground'
import { ClosedError, LeaseLostError } from '../errors.ts'
import { keepAlive } from '../lease/keep-alive.ts'
import type { Lease } from '../ledger.ts'
import type { EtcdClient } from './etcd-client.ts'
import { isLeaseGone, ledgerErrorOf } from './etcd-errors.ts'
import { RPC } from './etcd-rpc.ts'

export interface EtcdLeaseOptions {
  readonly client: EtcdClient
  readonly clock: Clock
  /** Fires when the ledger closes. */
  readonly closing: AbortSignal
  /** Runs a call that `close` waits for; rejects once the ledger is closed. */
  readonly run: <T>(action: string, call: () => Promise<T>) => Promise<T>
}

/** A lease in etcd, and when it may have ended by our own clock. */
export class EtcdLease implements Lease {
  readonly id: string
  readonly ttlMs: number
  readonly #options: EtcdLeaseOptions
  #ends: number

  private constructor(options: EtcdLeaseOptions, id: string, ttlMs: number, asked: number) {
    this.#options = options
    this.id = id
    this.ttlMs = ttlMs
    this.#ends = asked + ttlMs
  }

  /** etcd counts whole seconds, and may grant more than was asked for. */
  static async grant(options: EtcdLeaseOptions, ttlMs: number): Promise<EtcdLease> {
    const asked = options.clock.monotonic()
    const call = { action: 'take a lease', idempotent: false }
    const { id, seconds } = await options.client.call(RPC.grant, Math.ceil(ttlMs / 1000), call)
    return new EtcdLease(options, id, seconds * 1000, asked)
  }

  renew(signal?: AbortSignal): Promise<void> {
    return this.#options.run('renew lease', () => this.#renew(signal))
  }

  async keepAlive(signal: AbortSignal): Promise<void> {
    const { clock, closing } = this.#options
    const either = AbortSignal.any([signal, closing])
    const { id, ttlMs } = this
    const ends = (): number => this.#ends
    const renew = (): Promise<void> => this.#renew(either, Math.max(1, ends() - clock.monotonic()))
    await keepAlive({ id, ttlMs, ends, renew }, clock, either)
    if (!signal.aborted) throw new ClosedError('keep lease')
  }

  revoke(): Promise<void> {
    return this.#options.run('revoke lease', async () => {
      const call = { action: `revoke lease ${this.id}`, idempotent: true }
      try {
        await this.#options.client.ask(RPC.revoke, this.id, call)
      } catch (error) {
        if (!isLeaseGone(error)) throw ledgerErrorOf(error, call)
      }
    })
  }

  async #renew(signal: AbortSignal | undefined, timeoutMs?: number): Promise<void> {
    const { client, clock } = this.#options
    const asked = clock.monotonic()
    const limit = timeoutMs === undefined ? {} : { timeoutMs }
    const call = { action: `renew lease ${this.id}`, idempotent: true, signal, ...limit }
    const { seconds } = await client.call(RPC.keepAlive, this.id, call)
    if (seconds <= 0) throw new LeaseLostError(this.id)
    this.#ends = asked + this.ttlMs
  }
}
