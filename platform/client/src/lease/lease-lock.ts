import type { Client } from '../client/client.ts'
import type { RequestOptions } from '../client/request-options.ts'
import { isAlreadyExists, isConflict, isNotFound } from '../errors/error-reasons.ts'
import type { Stored } from '../kinds/api-object.ts'
import { Lease } from '../kinds/builtin-kinds.ts'
import { decideLease, releasedLease } from './decide-lease.ts'

export interface LeaseLockOptions {
  readonly namespace: string
  readonly name: string
  /** Who asks. No two processes may have the same. */
  readonly identity: string
  /** How long it is ours if we fall silent. Default: 15,000. */
  readonly durationMs?: number
}

/** What an attempt came to. */
export type LeaseAttempt =
  | {
      readonly type: 'held'
      /** Grows by one each time that another holder takes over: a fence against those before. */
      readonly epoch: number
      /** On the monotonic clock: nobody else can have it before. */
      readonly until: number
    }
  | { readonly type: 'taken'; readonly holder: string; readonly retryInMs: number }

/** After somebody was faster, there is no point in asking at once. */
const RETRY_MS = 1_000

/** One lease that one of several processes may have at a time. Does one attempt when told to; when is up to the caller. */
export class LeaseLock {
  readonly #client: Client
  readonly #options: Required<LeaseLockOptions>
  #lease: Stored<Lease> | undefined
  /** When, by our own clock, it was first seen in its version. */
  #seen = 0
  #held = false

  constructor(client: Client, options: LeaseLockOptions) {
    this.#client = client
    this.#options = { durationMs: 15_000, ...options }
  }

  /** Takes the lease if it is free, renews it if it is ours. Fails only if the server cannot say. */
  async attempt(options: RequestOptions = {}): Promise<LeaseAttempt> {
    const { clock } = this.#client
    const { identity, durationMs } = this.#options
    if (!this.#held) await this.#look(options)
    // From before it was sent: the server counts from when it came.
    const asked = clock.monotonic()
    const spec = this.#lease?.spec
    const unchangedMs = asked - this.#seen
    const decision = decideLease({ spec, identity, durationMs, now: clock.now(), unchangedMs })
    if (decision.type === 'wait') return { type: 'taken', holder: decision.holder, retryInMs: decision.ms }
    try {
      const lease = await this.#write(decision.spec, options)
      this.#held = true
      this.#note(lease)
      return { type: 'held', epoch: lease.spec?.leaseTransitions ?? 0, until: asked + durationMs }
    } catch (error) {
      const wasHeld = this.#held
      this.#held = false
      if (!isConflict(error) && !isAlreadyExists(error) && !isNotFound(error)) throw error
      // Whoever changed it need not have taken it: one more look decides.
      if (wasHeld) return this.attempt(options)
      return { type: 'taken', holder: '', retryInMs: RETRY_MS }
    }
  }

  /** Gives it up, if it is ours, so that another need not wait. */
  async release(options: RequestOptions = {}): Promise<void> {
    const lease = this.#lease
    if (!this.#held || lease?.spec === undefined) return
    this.#held = false
    try {
      await this.#write(releasedLease(lease.spec, this.#client.clock.now()), options)
    } catch (error) {
      if (!isConflict(error) && !isNotFound(error)) throw error
    }
  }

  async #look(options: RequestOptions): Promise<void> {
    try {
      this.#note(await this.#client.get(Lease, this.#options, options))
    } catch (error) {
      if (!isNotFound(error)) throw error
      this.#lease = undefined
    }
  }

  #note(lease: Stored<Lease>): void {
    const known = this.#lease?.metadata
    const { uid, resourceVersion } = lease.metadata
    if (known?.uid !== uid || known.resourceVersion !== resourceVersion)
      this.#seen = this.#client.clock.monotonic()
    this.#lease = lease
  }

  #write(spec: NonNullable<Lease['spec']>, options: RequestOptions): Promise<Stored<Lease>> {
    const { namespace, name } = this.#options
    if (this.#lease === undefined) {
      return this.#client.create(Lease, { metadata: { namespace, name }, spec }, options)
    }
    return this.#client.update(Lease, { ...this.#lease, spec } as Lease, options)
  }
}
