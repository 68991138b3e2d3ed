/** Tells any number of waiters that something has changed; none misses a ring that comes before it waits. */
export class Bell {
  readonly #waiting = new Set<() => void>()
  #rung = 0

  /** How often it has rung; to be noted before looking, and handed to `after`. */
  get rung(): number {
    return this.#rung
  }

  ring(): void {
    this.#rung += 1
    for (const wake of [...this.#waiting]) wake()
  }

  /** Resolves once it has rung more than `rung` times, or when the signal fires. */
  after(rung: number, signal?: AbortSignal): Promise<void> {
    if (this.#rung > rung || signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake)
        signal?.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal?.addEventListener('abort', wake, { once: true })
    })
  }
}
