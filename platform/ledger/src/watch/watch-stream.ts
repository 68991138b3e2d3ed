import { WatchCutError } from '../errors.ts'
import type { Watch, WatchBatch, WatchOptions } from '../ledger.ts'

export interface WatchStreamOptions {
  /** How many events may wait before the reader is cut. */
  readonly buffer: number
  /** How many bytes may wait likewise. */
  readonly bufferBytes: number
  /** Called once when the stream has ended, for whatever reason. */
  readonly release: () => void
  /**
   * While given, batches are pulled only when the reader asks: resolves to true if there may be more to pull, to
   * false once the producer pushes by itself. Pushes its batches before it resolves.
   */
  readonly catchUp?: () => Promise<boolean>
  readonly signal?: AbortSignal | undefined
}

/** How far a reader may fall behind, as asked for or by default. */
export function boundsFor({
  buffer = 10_000,
  bufferBytes = 16 * 1024 * 1024,
}: WatchOptions): Pick<WatchStreamOptions, 'buffer' | 'bufferBytes'> {
  return { buffer, bufferBytes }
}

interface Reader {
  resolve(result: IteratorResult<WatchBatch, undefined>): void
  reject(error: unknown): void
}

const DONE: IteratorResult<WatchBatch, undefined> = { done: true, value: undefined }

/** The bounded queue between whoever commits and one reader. It is cut, never grown, when the reader is slow. */
export class WatchStream implements Watch, AsyncIterator<WatchBatch, undefined> {
  readonly ready: Promise<void>
  readonly #options: WatchStreamOptions
  readonly #readers: Reader[] = []
  readonly #stand = Promise.withResolvers<void>()
  #waiting: WatchBatch[] = []
  #taken = 0
  #events = 0
  #bytes = 0
  #behind: boolean
  #pulling = false
  #ended: { readonly error?: unknown } | undefined

  constructor(options: WatchStreamOptions) {
    this.#options = options
    this.#behind = options.catchUp !== undefined
    this.ready = this.#stand.promise
    this.ready.catch(() => {}) // whoever does not wait for it reads the same error from the stream
    // Not at once: whoever makes the stream has yet to learn of it.
    if (options.signal?.aborted) queueMicrotask(this.#abort)
    else options.signal?.addEventListener('abort', this.#abort, { once: true })
  }

  [Symbol.asyncIterator](): AsyncIterator<WatchBatch, undefined> {
    return this
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  /** Says that the watch stands. */
  stand(): void {
    this.#stand.resolve()
  }

  push(batch: WatchBatch): void {
    if (this.#ended) return
    const waiting = this.#events + batch.events.length
    const bytes = this.#bytes + bytesOf(batch)
    // One revision is handed over whole, so a single one may exceed the bound; what was pulled was asked for.
    const unasked = this.#events > 0 && !this.#pulling
    const { buffer, bufferBytes } = this.#options
    if (unasked && (waiting > buffer || bytes > bufferBytes)) return this.#cut(waiting)
    const last = this.#waiting.at(-1)
    if (last?.events.length === 0 && this.#waiting.length > this.#taken) this.#waiting.pop()
    this.#waiting.push(batch)
    this.#events = waiting
    this.#bytes = bytes
    this.#serve()
  }

  /** Ends with an error once what waits has been read. */
  fail(error: unknown): void {
    this.#finish({ error })
  }

  /** Ends quietly and forgets what waits. */
  end(): void {
    this.#forget()
    this.#finish({})
  }

  next(): Promise<IteratorResult<WatchBatch, undefined>> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject })
      this.#serve()
    })
  }

  async return(): Promise<IteratorResult<WatchBatch, undefined>> {
    this.end()
    return DONE
  }

  readonly #abort = (): void => this.end()

  #cut(waiting: number): void {
    const oldest = this.#waiting.slice(this.#taken).find((batch) => batch.events.length > 0)
    this.#forget()
    this.fail(new WatchCutError(waiting, oldest?.revision ?? 0))
  }

  #forget(): void {
    this.#waiting = []
    this.#taken = 0
    this.#events = 0
    this.#bytes = 0
  }

  #finish(end: { readonly error?: unknown }): void {
    if (this.#ended) return
    this.#ended = end
    if ('error' in end) this.#stand.reject(end.error)
    else this.#stand.resolve()
    this.#options.signal?.removeEventListener('abort', this.#abort)
    this.#options.release()
    this.#serve()
  }

  #take(): WatchBatch | undefined {
    const batch = this.#waiting[this.#taken]
    if (batch === undefined) return undefined
    this.#taken += 1
    this.#events -= batch.events.length
    this.#bytes -= bytesOf(batch)
    if (this.#taken === this.#waiting.length) this.#forget()
    return batch
  }

  #serve(): void {
    while (this.#readers.length > 0) {
      const batch = this.#take()
      if (batch !== undefined) this.#readers.shift()?.resolve({ done: false, value: batch })
      else if (this.#ended) this.#tellEnd()
      else return this.#pull()
    }
  }

  /** The error is told once; whoever asks again is told that it is over. */
  #tellEnd(): void {
    const reader = this.#readers.shift()
    const end = this.#ended
    this.#ended = {}
    if (end !== undefined && 'error' in end) reader?.reject(end.error)
    else reader?.resolve(DONE)
  }

  #pull(): void {
    const { catchUp } = this.#options
    if (!this.#behind || this.#pulling || catchUp === undefined) return
    this.#pulling = true
    catchUp().then(
      (more) => {
        this.#pulling = false
        this.#behind = more
        this.#serve()
      },
      (error) => this.fail(error),
    )
  }
}

function bytesOf({ events }: WatchBatch): number {
  let bytes = 0
  for (const event of events) {
    if (event.type === 'put') bytes += event.entry.value.length
    bytes += event.previous?.value.length ?? 0
  }
  return bytes
}
