import { type Clock, realClock } from '@reeve/ground'
import { OptionError } from '../errors.ts'

export interface TokenBucketOptions {
  /** Tokens that come back each second. */
  readonly perSecond: number
  /** The most that can be saved up. */
  readonly burst: number
  readonly clock?: Clock
}

/** Holds things to a rate: each takes a token, and tokens come back with time. */
export class TokenBucket {
  readonly #options: Required<TokenBucketOptions>
  #tokens: number
  #filledAt: number

  constructor(options: TokenBucketOptions) {
    const { perSecond, burst, clock = realClock } = options
    if (!(perSecond > 0 && burst >= 1)) {
      throw new OptionError('cannot use token bucket: perSecond has to be above 0 and burst at least 1')
    }
    this.#options = { perSecond, burst, clock }
    this.#tokens = burst
    this.#filledAt = clock.monotonic()
  }

  /** Takes a token; how many milliseconds until it is there. */
  reserve(): number {
    this.#fill()
    this.#tokens -= 1
    return this.#tokens >= 0 ? 0 : (-this.#tokens * 1_000) / this.#options.perSecond
  }

  /** Takes a token if there is one now. */
  take(): boolean {
    this.#fill()
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }

  #fill(): void {
    const { perSecond, burst, clock } = this.#options
    const now = clock.monotonic()
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * perSecond) / 1_000)
    this.#filledAt = now
  }
}
