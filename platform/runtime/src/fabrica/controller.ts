import { type Clock, type Logger, type Random, realClock, realRandom, silentLogger } from '@reeve/ground'
import { busSource } from '../bus/bus-source.ts'
import type { CloudEvent } from '../bus/cloud-event.ts'
import type { EventBus } from '../bus/event-bus.ts'
import { ControllerLoop } from '../controller/controller-loop.ts'
import { type Duration, millisecondsOf } from '../controller/duration.ts'
import { done, type Outcome } from '../controller/outcome.ts'
import type { LoopHooks, ReconcileContext } from '../controller/reconcile.ts'
import { OptionError } from '../errors.ts'
import type { QueueState } from '../queue/queue-state.ts'
import { WorkQueue } from '../queue/work-queue.ts'
import { BaseReconciler } from './base-reconciler.ts'
import { storageClient } from './client.ts'
import type { Context } from './context.ts'
import { ExponentialBackoffRateLimiter } from './exponential-backoff-rate-limiter.ts'
import type { Reconciler } from './reconciler.ts'
import type { Resource } from './resource.ts'
import { outcomeOf } from './result.ts'
import { NotFoundError, type Storage } from './storage.ts'

export interface ControllerOptions {
  /** Default: `fabrica`. Controllers with one name count as one: they do not wake each other. */
  readonly name?: string
  /** How many resources are reconciled at once. Default: 5. */
  readonly workers?: number
  /** The events that wake it. Default: `**`, all. */
  readonly pattern?: string
  /** How long failing resources wait. Default: 1 s, doubled up to 5 min. */
  readonly limiter?: ExponentialBackoffRateLimiter
  /** How long one reconcile may take. Default: 120,000. */
  readonly timeoutMs?: number
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
  readonly hooks?: LoopHooks
}

/** Asks for a resource to be looked at. The reason is for the log. */
export interface ReconcileRequest {
  readonly kind: string
  readonly uid: string
  readonly reason?: string
}

type Key = Pick<Resource, 'kind' | 'uid'>

/** Reconciles resources of a storage when events of a bus tell of them, each kind by its reconciler. */
export class Controller {
  readonly #bus: EventBus
  readonly #storage: Storage
  readonly #logger: Logger
  readonly #options: ControllerOptions
  readonly #name: string
  readonly #reconcilers = new Map<string, Reconciler>()
  readonly #queue: WorkQueue<Key>
  readonly #loop: ControllerLoop<Key>
  readonly #stopping = new AbortController()
  #running: Promise<void> | undefined
  #listening: () => void = () => {}

  constructor(eventBus: EventBus, storage: Storage, options: ControllerOptions = {}) {
    const { clock = realClock, random = realRandom, limiter, workers = 5, logger = silentLogger } = options
    this.#bus = eventBus
    this.#storage = storage
    this.#options = options
    this.#logger = logger
    this.#name = options.name ?? 'fabrica'
    const { delays } = limiter ?? new ExponentialBackoffRateLimiter()
    this.#queue = new WorkQueue({
      clock,
      random,
      backoff: delays,
      identify: ({ kind, uid }) => `${kind}/${uid}`,
    })
    this.#loop = new ControllerLoop<Key>({
      name: this.#name,
      queue: this.#queue,
      nameOf,
      // Its own start and stop would stand between the lines that Fabrica's manual shows.
      logger: troubleOnly(logger),
      reconcile: (key, context) => this.#reconcile(key, context),
      sources: [this.#source()],
      concurrency: workers,
      // Nothing that was asked for is left behind: a restart would not find it again, as events are not kept.
      finish: 'queued',
      clock,
      ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
      ...(options.hooks !== undefined && { hooks: options.hooks }),
    })
  }

  /** Gives a kind its rule. One each. */
  registerReconciler<R extends Resource>(reconciler: Reconciler<R>): void {
    const kind = reconciler.getResourceKind()
    if (this.#reconcilers.has(kind)) {
      throw new OptionError(`cannot register reconciler for ${kind}: there is one already`)
    }
    if (reconciler instanceof BaseReconciler) reconciler.attach(storageClient(this.#storage))
    this.#reconcilers.set(kind, reconciler as unknown as Reconciler)
    this.#logger.info('registered reconciler', { kind })
  }

  /** Resolves once it listens; goes on until `stop`, or until the context gives up. */
  async start(ctx: Context): Promise<void> {
    if (this.#running !== undefined)
      throw new OptionError(`cannot start controller ${this.#name}: it was started`)
    this.#logger.info('starting reconciliation controller', { workers: this.#loop.concurrency })
    const listening = Promise.withResolvers<void>()
    this.#listening = listening.resolve
    const stop = (): void => this.#stopping.abort()
    if (ctx.signal.aborted) stop()
    ctx.signal.addEventListener('abort', stop, { once: true, signal: this.#stopping.signal })
    this.#running = this.#loop.run(this.#stopping.signal)
    await Promise.race([listening.promise, this.#running])
  }

  /** Works off what was asked for, then ends. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
  }

  enqueue(request: ReconcileRequest): void {
    this.enqueueAfter(request, 0)
  }

  enqueueAfter({ kind, uid, reason }: ReconcileRequest, delay: Duration): void {
    this.#loop.enqueue(
      { kind, uid },
      { afterMs: millisecondsOf(delay), ...(reason !== undefined && { reason }) },
    )
  }

  /** What waits, what is delayed, what is worked on. */
  describe(): QueueState<Key> {
    return this.#queue.describe()
  }

  #source() {
    const { pattern = '**' } = this.#options
    const keyOf = ({ resourcekind: kind, resourceuid: uid }: CloudEvent): Key | undefined =>
      kind !== undefined && uid !== undefined && this.#reconcilers.has(kind) ? { kind, uid } : undefined
    const source = busSource({ bus: this.#bus, pattern, keyOf, controller: this.#name })
    return {
      start: async (...[enqueue, signal]: Parameters<typeof source.start>): Promise<void> => {
        await source.start(enqueue, signal)
        this.#listening()
      },
    }
  }

  async #reconcile(key: Key, { signal }: ReconcileContext): Promise<Outcome> {
    const { kind, uid } = key
    const reconciler = this.#reconcilers.get(kind)
    if (reconciler === undefined) {
      this.#logger.warn('no reconciler', { kind, uid })
      return done
    }
    const scope = { signal, controller: this.#name, subject: key }
    const resource = await this.#load(scope, key)
    if (resource === undefined) return done
    return outcomeOf((await reconciler.reconcile(scope, resource)) ?? undefined)
  }

  /** Nothing if it is gone: there is nothing to reconcile. Any other failure is tried again. */
  async #load(ctx: Context, { kind, uid }: Key): Promise<Resource | undefined> {
    try {
      return await this.#storage.load<Resource>(ctx, kind, uid)
    } catch (error) {
      if (error instanceof NotFoundError) return undefined
      throw error
    }
  }
}

function nameOf({ kind, uid }: Key): string {
  return `${kind}/${uid}`
}

function troubleOnly(logger: Logger): Logger {
  return {
    debug: () => {},
    info: () => {},
    warn: (words, fields) => logger.warn(words, fields),
    error: (words, fields) => logger.error(words, fields),
    with: () => troubleOnly(logger),
  }
}
