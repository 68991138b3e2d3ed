import type { Clock } from '@reeve/ground'
import type { ApiObject } from '../kinds/api-object.ts'
import type { Change, Difference } from './change.ts'

/** Is told what changes, one after the other. If it returns a promise, the next waits for it. The signal: stop now. */
export type Handler<T> = (change: Change<T>, signal: AbortSignal) => void | Promise<void>

export interface HandlerQueueOptions {
  readonly clock: Clock
  readonly failed: (error: unknown) => void
}

/** After so many without a pause, others get their turn. */
const MOST_AT_ONCE = 500

interface Pending<T> {
  /** What the handler has last seen. */
  readonly before: T | undefined
  after: T | undefined
  readonly initial: boolean
}

/**
 * What one handler has yet to be told. However slow it is, no more than one change for each object waits: it is then told
 * how the object is by now.
 */
export class HandlerQueue<T extends ApiObject> {
  readonly #handler: Handler<T>
  readonly #options: HandlerQueueOptions
  readonly #pending = new Map<string, Pending<T>>()
  readonly #synced = Promise.withResolvers<void>()
  /** What has to be told before all that was there at the beginning has been. */
  #beginning: Set<string> | undefined
  /** What the handler is being told. */
  #current: string | undefined
  #running: Promise<void> | undefined
  readonly #stopping = new AbortController()

  constructor(handler: Handler<T>, options: HandlerQueueOptions) {
    this.#handler = handler
    this.#options = options
  }

  /** Resolves when the handler was told all that was there when the informer was complete. */
  get synced(): Promise<void> {
    return this.#synced.promise
  }

  get waiting(): number {
    return this.#pending.size
  }

  push({ key, before, after }: Difference<T>, initial = false): void {
    if (this.#stopping.signal.aborted) return
    const pending = this.#pending.get(key)
    if (pending !== undefined) pending.after = after
    else this.#pending.set(key, { before, after, initial })
    this.#running ??= this.#run()
  }

  /** The informer is complete: what waits now is all that was there. */
  complete(): void {
    const current = this.#current === undefined ? [] : [this.#current]
    this.#beginning ??= new Set([...this.#pending.keys(), ...current])
    this.#settle()
  }

  /** No call begins after this; resolves when the one under way has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#pending.clear()
    this.#synced.resolve()
    await this.#running
  }

  async #run(): Promise<void> {
    await undefined // whoever pushes is never called back from within
    for (let count = 1; this.#pending.size > 0 && !this.#stopping.signal.aborted; count += 1) {
      const [[key, pending]] = this.#pending.entries() as unknown as [[string, Pending<T>]]
      this.#pending.delete(key)
      this.#current = key
      for (const change of changesOf(pending)) await this.#call(change)
      this.#current = undefined
      this.#beginning?.delete(key)
      this.#settle()
      if (count % MOST_AT_ONCE === 0) await new Promise<void>((resolve) => this.#options.clock.turn(resolve))
    }
    this.#running = undefined
    if (this.#pending.size > 0 && !this.#stopping.signal.aborted) this.#running = this.#run()
  }

  /** Waits only for handlers that take their time. */
  #call(change: Change<T>): Promise<void> | undefined {
    try {
      return this.#handler(change, this.#stopping.signal)?.catch(this.#options.failed)
    } catch (error) {
      this.#options.failed(error)
      return undefined
    }
  }

  #settle(): void {
    if (this.#beginning?.size === 0) this.#synced.resolve()
  }
}

function changesOf<T extends ApiObject>({ before, after, initial }: Pending<T>): readonly Change<T>[] {
  if (after === undefined) return before === undefined ? [] : [{ type: 'removed', object: before }]
  if (before === undefined) return [{ type: 'added', object: after, initial }]
  if (before.metadata.uid !== after.metadata.uid) {
    return [
      { type: 'removed', object: before },
      { type: 'added', object: after, initial: false },
    ]
  }
  return before === after ? [] : [{ type: 'updated', object: after, before }]
}
