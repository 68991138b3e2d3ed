import type { Clock, Timer } from '@reeve/ground'

interface Waiting {
  readonly due: number
  readonly order: number
  readonly callback: () => void
}

/** A clock that moves only when it is told to: minutes of a system's life in no time. */
export class VirtualClock implements Clock {
  readonly #start: number
  #elapsed = 0
  #order = 0
  readonly #waiting = new Set<Waiting>()

  /** `start` is the wall time at which it begins, in milliseconds since 1970. */
  constructor(start = Date.UTC(2026, 0, 1)) {
    this.#start = start
  }

  now(): number {
    return this.#start + this.#elapsed
  }

  monotonic(): number {
    return this.#elapsed
  }

  after(ms: number, callback: () => void): Timer {
    this.#order += 1
    const waiting = { due: this.#elapsed + Math.max(0, ms), order: this.#order, callback }
    this.#waiting.add(waiting)
    return { cancel: () => void this.#waiting.delete(waiting) }
  }

  turn(callback: () => void): void {
    setImmediate(callback)
  }

  /** How many timers wait. */
  get timers(): number {
    return this.#waiting.size
  }

  /** Moves on by `ms`, ringing what falls due in its order and letting each ring's promises settle. */
  async advance(ms: number): Promise<void> {
    const until = this.#elapsed + ms
    await settled()
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#waiting.delete(next)
      this.#elapsed = next.due
      next.callback()
      await settled()
    }
    this.#elapsed = until
  }

  #next(until: number): Waiting | undefined {
    let first: Waiting | undefined
    for (const waiting of this.#waiting) {
      if (waiting.due > until) continue
      const sooner = first === undefined || waiting.due < first.due
      if (sooner || (waiting.due === first?.due && waiting.order < first.order)) first = waiting
    }
    return first
  }
}

/** A few turns of the real loop, so that whatever a timer set off has come to rest. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
