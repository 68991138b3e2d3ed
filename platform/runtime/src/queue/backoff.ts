import { type Clock, type Random, realClock, realRandom } from '@reeve/ground'
import { OptionError } from '../errors.ts'

export interface BackoffOptions {
  /** The first delay. Default: 200. */
  readonly firstMs?: number
  /** No delay is longer. Default: 300,000. */
  readonly maxMs?: number
  /** What each further failure multiplies the delay with. Default: 2. */
  readonly factor?: number
  /** How much of a delay is left to chance, 0 to 1; 1 is full jitter. Default: 0.5. */
  readonly jitter?: number
  /** The least time between a failure and a run that an event asks for before the delay is over. Default: 1,000. */
  readonly earlyMs?: number
  readonly clock?: Clock
  readonly random?: Random
}

const DEFAULTS = { firstMs: 200, maxMs: 300_000, factor: 2, jitter: 0.5, earlyMs: 1_000 }

interface Failing {
  failures: number
  /** When the delay of the last counted failure is over. */
  windowEnds: number
  lastFailure: number
}

/**
 * How long each key waits after it failed. One failure counts per elapsed window: runs that events bring forward and
 * that fail again before the delay is over leave the count alone, so a noisy object does not reach the maximum in seconds.
 */
export class Backoff {
  readonly #failing = new Map<unknown, Failing>()
  readonly #settings: Required<BackoffOptions>

  constructor(options: BackoffOptions = {}) {
    this.#settings = { ...DEFAULTS, clock: realClock, random: realRandom, ...options }
    const { firstMs, maxMs, factor, jitter, earlyMs } = this.#settings
    const wrong = !(
      firstMs > 0 &&
      maxMs >= firstMs &&
      factor >= 1 &&
      jitter >= 0 &&
      jitter <= 1 &&
      earlyMs >= 0
    )
    if (wrong) {
      throw new OptionError(
        'cannot use backoff: firstMs has to be above 0, maxMs at least that, factor 1 or more, jitter 0 to 1',
      )
    }
  }

  /** Notes that the key failed; how many milliseconds to wait. */
  failed(key: unknown): number {
    const now = this.#settings.clock.monotonic()
    const known = this.#failing.get(key)
    if (known !== undefined && now < known.windowEnds) {
      known.lastFailure = now
      return known.windowEnds - now
    }
    const failures = (known?.failures ?? 0) + 1
    const delay = this.#delayOf(failures)
    this.#failing.set(key, { failures, windowEnds: now + delay, lastFailure: now })
    return delay
  }

  /** How long a run that an event asks for is held back: no failing key runs again and again in a tight loop. */
  heldFor(key: unknown): number {
    if (this.#failing.size === 0) return 0
    const known = this.#failing.get(key)
    if (known === undefined) return 0
    const from = Math.min(known.windowEnds, known.lastFailure + this.#settings.earlyMs)
    return Math.max(0, from - this.#settings.clock.monotonic())
  }

  /** The key is well, or wants something new: its next failure is the first. */
  forget(key: unknown): void {
    this.#failing.delete(key)
  }

  failures(key: unknown): number {
    return this.#failing.get(key)?.failures ?? 0
  }

  /** How many keys are failing. */
  get size(): number {
    return this.#failing.size
  }

  #delayOf(failures: number): number {
    const { firstMs, maxMs, factor, jitter, random } = this.#settings
    const whole = Math.min(maxMs, firstMs * factor ** (failures - 1))
    return jitter === 0 ? whole : whole * (1 - jitter * random.float())
  }
}
