import { type Clock, type Random, sleep } from '@reeve/ground'
import { isBadRequest, isExpired, isInvalid, isNotFound, isTooLargeVersion } from '../errors/error-reasons.ts'
import type { ApiObject, ObjectList } from '../kinds/api-object.ts'
import { keyOf } from '../kinds/key-of.ts'
import { Backoff } from './backoff.ts'
import { isOlder } from './compare-versions.ts'
import { Silence } from './silence.ts'
import { untilAborted } from './until-aborted.ts'
import type { StreamEvent, WatchEvent, WatchNotice } from './watch-event.ts'

/** Where a stream begins, and how long the server is to keep it open. */
export interface StreamStart {
  /** What comes after this version; undefined: everything that there is, then what comes after. */
  readonly from: string | undefined
  readonly timeoutSeconds: number
  readonly signal: AbortSignal
}

/** What a watch reads from; the client for one kind and selection. */
export interface WatchSource<T extends ApiObject> {
  list(signal: AbortSignal): Promise<ObjectList<T>>
  stream(start: StreamStart): Promise<AsyncIterable<StreamEvent<T>>>
}

export interface WatchSettings {
  /** Goes on after this version; nothing is listed unless the server no longer keeps it. */
  readonly from?: string
  /** How everything is read at the beginning: as a stream, in pages, or as a stream if the server can. Default: auto. */
  readonly initial?: 'auto' | 'stream' | 'pages'
  /** How long a stream may be silent before it is replaced, where the server gives signs of life. Default: 90,000. */
  readonly silenceMs?: number
  /** Told what happens to the watch itself. Default: nobody. */
  readonly noticed?: (notice: WatchNotice) => void
  readonly signal: AbortSignal
  readonly clock: Clock
  readonly random: Random
}

const REOPEN = { firstMs: 100, maxMs: 30_000 }
const RELIST = { firstMs: 800, maxMs: 30_000 }
/** A stream that lasted so long was a good one: what ended it is no reason to wait longer. */
const GOOD_STREAM_MS = 1_000
/** After so long without reading everything anew, doing so is no storm. */
const CALM_MS = 120_000
/** So many streams that never told everything, and pages are read instead. */
const MOST_FAILED_STREAMS = 3

/** Follows a collection until the signal fires: through cuts, silence, and versions that are gone. Never throws otherwise. */
export function watchObjects<T extends ApiObject>(
  source: WatchSource<T>,
  settings: WatchSettings,
): AsyncGenerator<WatchEvent<T>> {
  return new ObjectWatch(source, settings).run()
}

/** Nothing came for too long. */
class Stalled extends Error {}
/** The server has gone back in time: it was restored from a copy. */
class WentBack extends Error {}

class ObjectWatch<T extends ApiObject> {
  readonly #source: WatchSource<T>
  readonly #settings: WatchSettings
  readonly #reopen: Backoff
  readonly #relist: Backoff
  #version: string | undefined
  #streamed: boolean
  #failedStreams = 0
  #listed = Number.NEGATIVE_INFINITY
  #again = false
  #why: 'start' | 'expired' | 'lost' = 'start'
  /** Whether the server gives signs of life, so that silence means something. */
  #marked = false

  constructor(source: WatchSource<T>, settings: WatchSettings) {
    this.#source = source
    this.#settings = settings
    this.#version = settings.from
    this.#streamed = settings.initial !== 'pages'
    this.#reopen = new Backoff({ ...REOPEN, random: settings.random })
    this.#relist = new Backoff({ ...RELIST, random: settings.random })
  }

  async *run(): AsyncGenerator<WatchEvent<T>> {
    const { clock, signal } = this.#settings
    while (!signal.aborted) {
      const started = clock.monotonic()
      let failure: unknown
      try {
        if (this.#version === undefined) await this.#calm()
        if (this.#version === undefined && !this.#streamed) yield await this.#listAll()
        else yield* this.#stream()
      } catch (error) {
        failure = error
      }
      if (signal.aborted) return
      if (failure !== undefined) await this.#recover(failure, started)
    }
  }

  /** Reading everything is dear: never many times in a row. */
  async #calm(): Promise<void> {
    const { clock, signal } = this.#settings
    if (clock.monotonic() - this.#listed > CALM_MS) this.#relist.reset()
    if (this.#again) await sleep(clock, this.#relist.next(), signal)
    this.#again = false
    this.#listed = clock.monotonic()
    this.#notice({ type: 'listing', why: this.#why })
  }

  async #listAll(): Promise<WatchEvent<T>> {
    const { items, resourceVersion } = await this.#source.list(this.#settings.signal)
    return this.#replaced(items, resourceVersion)
  }

  #replaced(objects: readonly T[], version: string): WatchEvent<T> {
    this.#version = version
    this.#failedStreams = 0
    const reset = this.#why === 'lost'
    this.#why = 'start'
    return { type: 'replaced', objects, version, reset }
  }

  async *#stream(): AsyncGenerator<WatchEvent<T>> {
    const { clock, signal, random } = this.#settings
    const line = new AbortController()
    const abort = (): void => line.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const silence = new Silence(clock, this.#limitMs(), () => line.abort(new Stalled()))
    const timeoutSeconds = 300 + Math.floor(random.float() * 300)
    const started = clock.monotonic()
    try {
      const from = this.#version
      const events = await this.#opened({ from, timeoutSeconds, signal: line.signal })
      this.#notice({ type: 'opened' })
      yield* this.#told(untilAborted(events, line.signal), silence)
      this.#notice({ type: 'ended' })
      // A server that ends every stream at once is not to be asked without a pause.
      const short = clock.monotonic() - started < GOOD_STREAM_MS
      if (short) await sleep(clock, this.#reopen.next(), signal)
      else this.#reopen.reset()
    } finally {
      silence.pause()
      signal.removeEventListener('abort', abort)
      line.abort()
    }
  }

  /** A request that is never answered is as silent as a stream that says nothing. */
  async #opened(start: StreamStart): Promise<AsyncIterable<StreamEvent<T>>> {
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => {})
    const abort = (): void => reject(start.signal.reason)
    start.signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([this.#source.stream(start), promise])
    } finally {
      start.signal.removeEventListener('abort', abort)
    }
  }

  async *#told(events: AsyncIterable<StreamEvent<T>>, silence: Silence): AsyncGenerator<WatchEvent<T>> {
    // What comes before the end of the beginning has no order: no version among it is one to go on from.
    let beginning = this.#version === undefined ? new Map<string, T>() : undefined
    for await (const event of events) {
      if (event.type === 'BOOKMARK') this.#marked = true
      silence.heard(this.#limitMs())
      this.#notice({ type: 'alive' })
      if (beginning !== undefined) {
        if (event.type === 'BOOKMARK') {
          if (!event.initialEnd) continue
          const objects = [...beginning.values()]
          beginning = undefined
          silence.pause()
          yield this.#replaced(objects, event.version)
          silence.heard()
        } else if (event.type === 'DELETED') beginning.delete(keyOf(event.object))
        else beginning.set(keyOf(event.object), event.object)
        continue
      }
      if (event.type === 'BOOKMARK' && isOlder(event.version, this.#version)) throw new WentBack()
      this.#version = event.version || this.#version
      silence.pause()
      yield told(event)
      silence.heard()
    }
    if (beginning !== undefined) throw new Error('the stream ended before everything was told')
  }

  async #recover(error: unknown, started: number): Promise<void> {
    const { clock, signal } = this.#settings
    if (error instanceof Stalled) this.#notice({ type: 'stalled' })
    const beginning = this.#version === undefined
    if (isExpired(error)) this.#lose('expired')
    // The kind itself was gone: what is there when it comes back is another collection.
    else if (isNotFound(error) || isTooLargeVersion(error) || error instanceof WentBack) this.#lose('lost')
    if (beginning && this.#streamed && this.#settings.initial !== 'stream') this.#doubt(error)
    if (clock.monotonic() - started > GOOD_STREAM_MS) this.#reopen.reset()
    // Reading everything anew has waits of its own.
    const retryInMs = isExpired(error) ? 0 : this.#reopen.next()
    if (!(error instanceof Stalled)) this.#notice({ type: 'failed', error, retryInMs })
    await sleep(clock, retryInMs, signal).catch(() => {})
  }

  #lose(why: 'expired' | 'lost'): void {
    this.#version = undefined
    this.#again = true
    this.#why = why
  }

  /** A server that cannot tell everything as a stream says so, or never comes to an end with it. */
  #doubt(error: unknown): void {
    this.#failedStreams += 1
    const refused = isInvalid(error) || isBadRequest(error)
    if (!refused && this.#failedStreams < MOST_FAILED_STREAMS) return
    this.#streamed = false
  }

  #limitMs(): number {
    const { silenceMs = 90_000 } = this.#settings
    return this.#marked ? silenceMs : silenceMs * 2
  }

  #notice(notice: WatchNotice): void {
    this.#settings.noticed?.(notice)
  }
}

function told<T>(event: StreamEvent<T>): WatchEvent<T> {
  const { version } = event
  if (event.type === 'BOOKMARK') return { type: 'mark', version }
  return { type: event.type === 'DELETED' ? 'deleted' : 'set', object: event.object, version }
}
