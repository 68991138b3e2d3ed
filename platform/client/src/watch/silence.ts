import type { Clock, Timer } from '@reeve/ground'

/** Notices when nothing has happened for too long. Costs one timer however much happens. */
export class Silence {
  readonly #clock: Clock
  readonly #noticed: () => void
  #limitMs: number
  #last: number
  #timer: Timer | undefined

  constructor(clock: Clock, limitMs: number, noticed: () => void) {
    this.#clock = clock
    this.#noticed = noticed
    this.#limitMs = limitMs
    this.#last = clock.monotonic()
    this.#arm(limitMs)
  }

  /** Something happened; `limitMs` is how long it may be silent from here on. */
  heard(limitMs = this.#limitMs): void {
    this.#last = this.#clock.monotonic()
    if (limitMs >= this.#limitMs && this.#timer !== undefined) {
      this.#limitMs = limitMs
      return
    }
    this.#limitMs = limitMs
    this.#arm(limitMs)
  }

  /** Nobody listens now, so silence says nothing; until `heard`. */
  pause(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  #arm(ms: number): void {
    this.#timer?.cancel()
    this.#timer = this.#clock.after(ms, () => {
      const left = this.#last + this.#limitMs - this.#clock.monotonic()
      if (left > 0) return this.#arm(left)
      this.#timer = undefined
      this.#noticed()
    })
  }
}
