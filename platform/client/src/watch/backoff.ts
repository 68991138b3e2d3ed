import type { Random } from '@reeve/ground'

export interface BackoffOptions {
  readonly firstMs: number
  readonly maxMs: number
  readonly random: Random
}

/** Waits that double, each a random part of its step, until they are reset. */
export class Backoff {
  readonly #options: BackoffOptions
  #step = 0

  constructor(options: BackoffOptions) {
    this.#options = options
  }

  /** How long to wait now. */
  next(): number {
    const { firstMs, maxMs, random } = this.#options
    const most = Math.min(maxMs, firstMs * 2 ** this.#step)
    if (most < maxMs) this.#step += 1
    return most / 2 + random.float() * (most / 2)
  }

  reset(): void {
    this.#step = 0
  }
}
