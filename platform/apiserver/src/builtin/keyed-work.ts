import { type Clock, type Logger, messageOf, type Timer } from '@reeve/ground'

export interface KeyedWorkOptions {
  readonly clock: Clock
  readonly logger: Logger
  /** How many keys are worked on at a time. */
  readonly width: number
  /** Looks at one key. What goes wrong is logged, and looked at again. */
  readonly run: (key: string) => Promise<void>
}

/** How long to wait before a key is looked at again that something went wrong with. */
const AGAIN_MS = 1_000

/** Works on keys, each once at a time however often it is asked for, several side by side. */
export class KeyedWork {
  readonly #options: KeyedWorkOptions
  /** In the order in which they were asked for. */
  readonly #waiting = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #timers = new Map<string, Timer>()
  #stopped = false
  #rested = Promise.withResolvers<void>()

  constructor(options: KeyedWorkOptions) {
    this.#options = options
  }

  add(key: string): void {
    if (this.#stopped) return
    this.#waiting.add(key)
    this.#start()
  }

  /** Looks again after a while: once, however often that is asked for. */
  later(key: string, ms: number): void {
    if (this.#stopped || this.#timers.has(key)) return
    const timer = this.#options.clock.after(ms, () => {
      this.#timers.delete(key)
      this.add(key)
    })
    this.#timers.set(key, timer)
  }

  /** Resolves when nothing waits or runs, but for what comes later. */
  async rest(): Promise<void> {
    while (this.#running.size > 0 || this.#waiting.size > 0) await this.#rested.promise
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#waiting.clear()
    for (const timer of this.#timers.values()) timer.cancel()
    this.#timers.clear()
    await Promise.all(this.#running.values())
  }

  #start(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#options.width) return
      if (this.#running.has(key)) continue
      this.#waiting.delete(key)
      this.#running.set(key, this.#work(key))
    }
  }

  async #work(key: string): Promise<void> {
    try {
      await this.#options.run(key)
    } catch (error) {
      this.#options.logger.warn('cannot keep', { key, reason: messageOf(error) })
      this.later(key, AGAIN_MS)
    }
    this.#running.delete(key)
    this.#start()
    if (this.#running.size > 0 || this.#waiting.size > 0) return
    this.#rested.resolve()
    this.#rested = Promise.withResolvers()
  }
}
