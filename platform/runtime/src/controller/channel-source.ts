import type { Enqueue, EnqueueOptions, Source } from './source.ts'

/** A source that other code feeds: whatever is sent is asked for, also what was sent before the controller started. */
export class ChannelSource<Key> implements Source<Key> {
  readonly #enqueues = new Set<Enqueue<Key>>()
  #early: (readonly [Key, EnqueueOptions])[] = []

  send(key: Key, options: EnqueueOptions = {}): void {
    if (this.#enqueues.size === 0) this.#early.push([key, options])
    for (const enqueue of this.#enqueues) enqueue(key, options)
  }

  async start(enqueue: Enqueue<Key>, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    this.#enqueues.add(enqueue)
    signal.addEventListener('abort', () => void this.#enqueues.delete(enqueue), { once: true })
    const early = this.#early
    this.#early = []
    for (const [key, options] of early) enqueue(key, options)
  }
}
