import { type Logger, silentLogger } from '@reeve/ground'
import type { Client } from '../client/client.ts'
import type { SelectOptions } from '../client/request-options.ts'
import type { Written } from '../client/written.ts'
import type { ApiObject, ObjectKey, Stored } from '../kinds/api-object.ts'
import { formatKey } from '../kinds/key-of.ts'
import { isSameKind, type Kind } from '../kinds/kind.ts'
import { fieldMatcher } from '../selectors/field-selector.ts'
import { labelMatcher } from '../selectors/label-selector.ts'
import type { WatchEvent, WatchNotice } from '../watch/watch-event.ts'
import { type Handler, HandlerQueue } from './handler-queue.ts'
import { type KeptOptions, kept } from './kept.ts'
import { ObjectCache } from './object-cache.ts'
import type { IndexFunction } from './object-index.ts'

export interface InformerOptions<T extends ApiObject> extends SelectOptions, KeptOptions<T> {
  readonly indexes?: Readonly<Record<string, IndexFunction<Stored<T>>>>
  /** How long a stream may be silent before it is replaced. Default: 90,000. */
  readonly silenceMs?: number
  /** How long it may be without a connection before it counts as dead. Default: 60,000. */
  readonly aliveMs?: number
  readonly logger?: Logger
}

/** How an informer is. */
export interface InformerHealth {
  readonly synced: boolean
  /** Whether a stream is open now. */
  readonly connected: boolean
  /** Whether what it knows can be trusted to be recent: connected, or not for long without. */
  readonly alive: boolean
  /** When something last came from the server, if only a sign of life; in milliseconds since 1970. */
  readonly lastEvent: number | undefined
  /** How often everything was read. */
  readonly lists: number
  /** What went wrong last; undefined once it goes right again. */
  readonly error: unknown
}

/** A handler that was added. */
export interface Handling {
  /** Resolves when it was told all that was there when the informer was complete. */
  readonly synced: Promise<void>
  /** No call begins after this; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/**
 * Keeps a local copy of the objects of one kind, by a watch that outlives every fault of the line. What is written through
 * the same client is in it at once. Objects that are handed out are shared: they must not be changed.
 */
export class Informer<T extends ApiObject> implements AsyncDisposable {
  readonly kind: Kind<T>
  readonly #client: Client
  readonly #options: InformerOptions<T>
  readonly #logger: Logger
  readonly #cache: ObjectCache<Stored<T>>
  readonly #queues = new Set<HandlerQueue<Stored<T>>>()
  readonly #stopping = new AbortController()
  readonly #synced = Promise.withResolvers<void>()
  readonly #keep: (object: Stored<T>) => Stored<T>
  #running: Promise<void> | undefined
  #isSynced = false
  #connected = false
  #lostAt: number
  #lastEvent: number | undefined
  #lists = 0
  #error: unknown

  constructor(client: Client, kind: Kind<T>, options: InformerOptions<T> = {}) {
    this.kind = kind
    this.#client = client
    this.#options = options
    this.#logger = (options.logger ?? silentLogger).with({ kind: kind.kind })
    this.#keep = kept(kind, options)
    this.#lostAt = client.clock.monotonic()
    this.#cache = new ObjectCache(client.clock, (difference) => {
      for (const queue of this.#queues) queue.push(difference)
    })
    for (const [name, values] of Object.entries(options.indexes ?? {})) this.addIndex(name, values)
    this.#synced.promise.catch(() => {})
  }

  /** Resolves when everything that there is has come in; rejects if it is stopped before. */
  get synced(): Promise<void> {
    return this.#synced.promise
  }

  get size(): number {
    return this.#cache.size
  }

  /** Up to where it has seen everything. */
  get version(): string | undefined {
    return this.#cache.version
  }

  get health(): InformerHealth {
    const { aliveMs = 60_000 } = this.#options
    const lost = this.#client.clock.monotonic() - this.#lostAt
    const alive = !this.#stopping.signal.aborted && (this.#connected || lost < aliveMs)
    return {
      synced: this.#isSynced,
      connected: this.#connected,
      alive,
      lastEvent: this.#lastEvent,
      lists: this.#lists,
      error: this.#error,
    }
  }

  /** Begins; once is enough. */
  start(): this {
    this.#running ??= this.#run()
    return this
  }

  get(key: ObjectKey): Stored<T> | undefined {
    const { namespace = this.#client.namespace, name } = key
    return this.#cache.get(this.kind.namespaced ? formatKey({ namespace, name }) : name)
  }

  list({ namespace }: { readonly namespace?: string } = {}): readonly Stored<T>[] {
    if (namespace === undefined) return [...this.#cache.values()]
    return [...this.#cache.values()].filter(({ metadata }) => metadata.namespace === namespace)
  }

  /** The objects that have this value in an index. */
  find(index: string, value: string): readonly Stored<T>[] {
    return this.#cache.find(index, value)
  }

  addIndex(name: string, values: IndexFunction<Stored<T>>): void {
    this.#cache.addIndex(name, values)
  }

  /** Tells a handler all that is there, then all that changes. What it does or how long it takes disturbs no other. */
  handle(handler: Handler<Stored<T>>): Handling {
    const queue = new HandlerQueue(handler, {
      clock: this.#client.clock,
      failed: (error) => this.#logger.error('handler failed', { error }),
    })
    for (const [key, after] of this.#cache.entries()) queue.push({ key, before: undefined, after }, true)
    this.#queues.add(queue)
    if (this.#isSynced) queue.complete()
    const stop = (): Promise<void> => {
      this.#queues.delete(queue)
      return queue.stop()
    }
    return { synced: queue.synced, stop }
  }

  /** Ends the watch and every handler; resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    if (!this.#stopping.signal.aborted) this.#stopping.abort(new Error('the informer was stopped'))
    this.#synced.reject(this.#stopping.signal.reason)
    this.#connected = false
    const queues = [...this.#queues]
    this.#queues.clear()
    await Promise.all([this.#running, ...queues.map((queue) => queue.stop())])
    this.#cache.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #run(): Promise<void> {
    const { namespace, labels, fields, silenceMs } = this.#options
    const { signal } = this.#stopping
    const forget = this.#client.onWrite(this.#overlay())
    const events = this.#client.watch(this.kind, {
      ...(namespace !== undefined && { namespace }),
      ...(labels !== undefined && { labels }),
      ...(fields !== undefined && { fields }),
      ...(silenceMs !== undefined && { silenceMs }),
      transform: this.#keep,
      noticed: (notice) => this.#notice(notice),
      signal,
    })
    try {
      for await (const event of events) {
        if (signal.aborted) return
        this.#take(event)
      }
    } finally {
      forget()
    }
  }

  #take(event: WatchEvent<Stored<T>>): void {
    switch (event.type) {
      case 'replaced': {
        this.#cache.replace(event.objects, event.version, event)
        if (this.#isSynced) return
        this.#isSynced = true
        this.#synced.resolve()
        for (const queue of this.#queues) queue.complete()
        return
      }
      case 'set':
        this.#cache.set(event.object)
        return this.#cache.mark(event.version)
      case 'deleted':
        this.#cache.delete(event.object)
        return this.#cache.mark(event.version)
      case 'mark':
        return this.#cache.mark(event.version)
    }
  }

  #notice(notice: WatchNotice): void {
    const { clock } = this.#client
    if (notice.type === 'listing') this.#lists += 1
    if (notice.type === 'opened' || notice.type === 'alive') {
      this.#connected = true
      this.#error = undefined
      this.#lastEvent = clock.now()
      return
    }
    if (this.#connected && notice.type !== 'listing') {
      this.#connected = false
      this.#lostAt = clock.monotonic()
    }
    if (notice.type === 'failed') {
      this.#error = notice.error
      this.#logger.warn('watch failed', { error: notice.error, retryInMs: notice.retryInMs })
    }
    if (notice.type === 'stalled') this.#logger.warn('watch stalled')
  }

  /** Takes in what is written through the client, as far as it can be told here whether it is selected. */
  #overlay(): (written: Written) => void {
    const { namespace, labels, fields } = this.#options
    const byLabels = labelMatcher(labels ?? {})
    const byFields = fieldMatcher(fields ?? {})
    if (byLabels === undefined || byFields === undefined) return () => {}
    return (written) => {
      if (!isSameKind(written.kind, this.kind) || this.#stopping.signal.aborted) return
      if (written.type === 'deleted') return this.#cache.removed(formatKey(written.key), written.uid)
      const object = written.object as Stored<T>
      const { metadata } = object
      if (namespace !== undefined && namespace !== '' && metadata.namespace !== namespace) return
      // One that is no longer selected leaves when the watch says so, which is when everybody learns it.
      if (byLabels(metadata.labels ?? {}) && byFields(object)) this.#cache.written(this.#keep(object))
    }
  }
}
