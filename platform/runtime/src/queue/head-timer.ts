import type { Clock, Timer } from '@reeve/ground'

/** One timer for the next thing that falls due, however many wait. */
export class HeadTimer {
  readonly #clock: Clock
  readonly #ring: () => void
  #timer: Timer | undefined
  #due: number | undefined

  constructor(clock: Clock, ring: () => void) {
    this.#clock = clock
    this.#ring = ring
  }

  /** Rings once at `due`, by the monotonic clock, instead of whenever it was to ring before; `undefined`: not at all. */
  watch(due: number | undefined): void {
    if (due === this.#due) return
    this.#timer?.cancel()
    this.#due = due
    this.#timer = due === undefined ? undefined : this.#arm(due)
  }

  #arm(due: number): Timer {
    return this.#clock.after(Math.max(0, due - this.#clock.monotonic()), () => {
      this.#due = undefined
      this.#timer = undefined
      this.#ring()
    })
  }
}
