import type { Clock, Timer } from '@reeve/ground'

interface Term {
  readonly ttlMs: number
  ends: number
}

/** Knows when each lease ends by the monotonic clock, and says so. Renewing costs no write. */
export class LeaseKeeper {
  readonly #clock: Clock
  readonly #expire: (id: string) => void
  readonly #terms = new Map<string, Term>()
  #timer: Timer | undefined
  #rings = Number.POSITIVE_INFINITY

  constructor(clock: Clock, expire: (id: string) => void) {
    this.#clock = clock
    this.#expire = expire
  }

  get size(): number {
    return this.#terms.size
  }

  has(id: string): boolean {
    return this.#terms.has(id)
  }

  /** When it ends by the clock; in the past if it has ended. */
  ends(id: string): number {
    return this.#terms.get(id)?.ends ?? Number.NEGATIVE_INFINITY
  }

  grant(id: string, ttlMs: number): void {
    const ends = this.#clock.monotonic() + ttlMs
    this.#terms.set(id, { ttlMs, ends })
    if (ends < this.#rings) this.#arm(ends)
  }

  /** Whether the lease was still there to be renewed. */
  renew(id: string): boolean {
    const term = this.#terms.get(id)
    if (term === undefined) return false
    term.ends = this.#clock.monotonic() + term.ttlMs
    return true
  }

  drop(id: string): void {
    this.#terms.delete(id)
  }

  close(): void {
    this.#timer?.cancel()
    this.#terms.clear()
  }

  #arm(at: number): void {
    this.#timer?.cancel()
    this.#rings = at
    if (at === Number.POSITIVE_INFINITY) return
    this.#timer = this.#clock.after(Math.max(0, at - this.#clock.monotonic()), () => this.#ring())
  }

  #ring(): void {
    const now = this.#clock.monotonic()
    const ended = [...this.#terms].filter(([, term]) => term.ends <= now).map(([id]) => id)
    for (const id of ended) this.#terms.delete(id)
    let next = Number.POSITIVE_INFINITY
    for (const term of this.#terms.values()) next = Math.min(next, term.ends)
    this.#arm(next)
    for (const id of ended) this.#expire(id)
  }
}
