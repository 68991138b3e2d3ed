import { type Clock, type Logger, messageOf, realClock, silentLogger, type Timer } from '@reeve/ground'
import {
  BadOutcomeError,
  OptionError,
  ReconcileTimeoutError,
  StoppedError,
  TerminalError,
} from '../errors.ts'
import type { WorkQueue } from '../queue/work-queue.ts'
import { fail, isOutcome, type Outcome, retry } from './outcome.ts'
import type { LoopHooks, Reconcile, ReconcileResult } from './reconcile.ts'
import type { Enqueue, Source } from './source.ts'
import { startSources } from './start-sources.ts'
import { within } from './within.ts'

export interface ControllerLoopOptions<Key> {
  readonly name: string
  readonly queue: WorkQueue<Key>
  readonly reconcile: Reconcile<Key>
  readonly sources?: readonly Source<Key>[]
  /** How a key is called in logs and errors. Default: as it is, or as JSON. */
  readonly nameOf?: (key: Key) => string
  /** How many keys are worked on at once. Default: 1. */
  readonly concurrency?: number
  /** How long one reconcile may take before its signal fires. Default: 120,000; Infinity: any time. */
  readonly timeoutMs?: number
  /** How long a reconcile may go on after its signal fired before its worker is given to others. Default: 5,000. */
  readonly graceMs?: number
  /** How long the sources may take to start. Default: 120,000. */
  readonly startMs?: number
  /** How long work may go on after the controller was told to stop. Default: 30,000. */
  readonly stopMs?: number
  /** Whether keys that wait at a stop are still worked off, or only those that are held. Default: held. */
  readonly finish?: 'held' | 'queued'
  readonly clock?: Clock
  readonly logger?: Logger
  readonly hooks?: LoopHooks
}

const DEFAULTS = {
  sources: [],
  nameOf,
  concurrency: 1,
  timeoutMs: 120_000,
  graceMs: 5_000,
  startMs: 120_000,
  stopMs: 30_000,
  finish: 'held' as const,
  clock: realClock,
  hooks: {},
}

/**
 * Takes keys, reconciles them, and looks again: one reconcile per key at a time, each with a deadline. Nothing that a
 * reconciler or a source does ends the process; one that hangs costs its own key alone.
 */
export class ControllerLoop<Key> {
  readonly name: string
  readonly #settings: Required<ControllerLoopOptions<Key>>
  readonly #running = new Set<AbortController>()
  #concurrency: number
  #active = 0
  #pumping = false
  #started = false
  #open = false

  constructor(options: ControllerLoopOptions<Key>) {
    const logger = (options.logger ?? silentLogger).with({ controller: options.name })
    this.#settings = { ...DEFAULTS, ...options, logger }
    this.name = options.name
    this.#concurrency = this.#checked(this.#settings.concurrency)
  }

  /** Asks for a key to be looked at, as a source would. */
  readonly enqueue: Enqueue<Key> = (key, { afterMs = 0, renewed = false, ...options } = {}) => {
    if (renewed) this.#settings.queue.forget(key)
    this.#settings.queue.addAfter(key, afterMs, options)
  }

  get concurrency(): number {
    return this.#concurrency
  }

  /** May be changed at any time; work in flight is not cut. */
  set concurrency(count: number) {
    this.#concurrency = this.#checked(count)
    this.#wake()
  }

  /** How many workers are busy. Reconciles that hang beyond their time are not among them. */
  get active(): number {
    return this.#active
  }

  /** How many reconciles go on although their time is up. */
  get stuck(): number {
    return this.#running.size - this.#active
  }

  /** Starts the sources, works until the signal, ends in order. Rejects if a source cannot start. Runs once. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.#started) throw new OptionError(`cannot run controller ${this.name}: it ran already`)
    this.#started = true
    const { queue } = this.#settings
    const sources = new AbortController()
    const unlisten = queue.listen(() => this.#wake())
    try {
      await startSources({ ...this.#settings, enqueue: this.enqueue, signal: sources.signal }, signal)
      this.#settings.logger.info('started controller', { workers: this.#concurrency })
      this.#open = true
      this.#wake()
      await aborted(signal)
    } finally {
      sources.abort(new StoppedError(`go on with controller ${this.name}`))
      await this.#stop()
      unlisten()
      this.#settings.logger.info('stopped controller')
    }
  }

  async #stop(): Promise<void> {
    const { queue, clock, graceMs, stopMs, finish, logger } = this.#settings
    // A controller that never opened has nobody to work its queue off.
    const ended = finish === 'queued' && this.#open ? queue.drain() : queue.shutdown()
    if (await within(ended, { clock, ms: stopMs })) return
    logger.warn('cancelled work at stop', { reconciles: this.#running.size })
    void queue.shutdown()
    for (const running of this.#running) running.abort(new StoppedError(`finish in controller ${this.name}`))
    if (!(await within(ended, { clock, ms: graceMs }))) {
      logger.error('left work behind at stop', { reconciles: this.#running.size })
    }
  }

  /** Looks for work once the present turn has asked for all that it wants, so that priorities count among it. */
  #wake(): void {
    if (this.#pumping) return
    this.#pumping = true
    queueMicrotask(() => {
      this.#pumping = false
      this.#pump()
    })
  }

  #pump(): void {
    while (this.#open && this.#active < this.#concurrency) {
      const key = this.#settings.queue.take()
      if (key === undefined) return
      void this.#work(key)
    }
  }

  async #work(key: Key): Promise<void> {
    const { queue, clock, hooks } = this.#settings
    const abort = new AbortController()
    const begun = clock.monotonic()
    let counted = true
    const release = (): void => {
      if (counted) this.#active -= 1
      counted = false
      this.#wake()
    }
    this.#active += 1
    this.#running.add(abort)
    this.#safely(() => hooks.started?.())
    const deadline = this.#deadline(key, { abort, release })
    const outcome = await this.#reconcile(key, abort.signal)
    deadline.cancel()
    this.#safely(() => this.#settle(key, { outcome, ms: clock.monotonic() - begun }))
    this.#running.delete(abort)
    queue.done(key)
    release()
  }

  /** First the signal; then, if that is ignored, the worker is given to others. The key stays held either way. */
  #deadline(key: Key, { abort, release }: { abort: AbortController; release: () => void }): Timer {
    const { clock, timeoutMs, graceMs, hooks, logger, nameOf } = this.#settings
    if (timeoutMs === Number.POSITIVE_INFINITY) return { cancel: () => {} }
    let timer = clock.after(timeoutMs, () => {
      this.#safely(() => hooks.timedOut?.())
      abort.abort(new ReconcileTimeoutError(nameOf(key), timeoutMs))
      timer = clock.after(graceMs, () => {
        this.#safely(() =>
          logger.error('left behind a reconcile that ignores its signal', { key: nameOf(key) }),
        )
        release()
      })
    })
    return { cancel: () => timer.cancel() }
  }

  /** A hook or a logger that throws must not take a key, a worker or the process with it. */
  #safely(act: () => void): void {
    try {
      act()
    } catch (error) {
      try {
        this.#settings.logger.error('a hook failed', { error: messageOf(error) })
      } catch {
        // The logger itself is broken: there is nobody left to tell.
      }
    }
  }

  /** Whatever a reconciler does comes back as an outcome. */
  async #reconcile(key: Key, signal: AbortSignal): Promise<Outcome> {
    const { reconcile, queue, clock, logger, hooks, nameOf } = this.#settings
    try {
      const context = {
        signal,
        failures: queue.failures(key),
        reasons: queue.reasons(key),
        clock,
        logger: logger.with({ key: nameOf(key) }),
      }
      const answer: unknown = await reconcile(key, context)
      return isOutcome(answer) ? answer : fail(new BadOutcomeError(answer))
    } catch (error) {
      if (error instanceof TerminalError) return fail(error)
      if (isMistake(error)) this.#safely(() => hooks.panicked?.())
      return retry(error ?? new Error('the reconciler threw nothing'))
    }
  }

  #settle(key: Key, { outcome, ms }: { outcome: Outcome; ms: number }): void {
    const { queue, logger, hooks, nameOf } = this.#settings
    const finish = (result: ReconcileResult): void => hooks.finished?.(result, ms)
    switch (outcome.next) {
      case 'done':
        queue.forget(key)
        return finish('success')
      case 'after':
        queue.forget(key)
        queue.addAfter(key, outcome.ms, outcome.why === undefined ? {} : { reason: outcome.why })
        return finish('requeue_after')
      case 'fail':
        queue.forget(key)
        finish('terminal')
        return logger.error('failed for good', { key: nameOf(key), error: messageOf(outcome.error) })
      case 'retry': {
        const delayMs = queue.retry(key)
        finish('error')
        return logger.warn('failed, will retry', {
          key: nameOf(key),
          error: messageOf(outcome.error),
          delayMs,
        })
      }
    }
  }

  #checked(count: number): number {
    if (Number.isInteger(count) && count >= 1) return count
    throw new OptionError(
      `cannot run controller ${this.name}: concurrency ${count} is no whole number above 0`,
    )
  }
}

function nameOf(key: unknown): string {
  return typeof key === 'string' ? key : (JSON.stringify(key) ?? String(key))
}

/** Whether the code itself is wrong, as far as that can be seen; fetch throws a TypeError too, but names its cause. */
function isMistake(error: unknown): boolean {
  if (!(error instanceof Error)) return true
  const mistake = error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError
  return mistake && error.cause === undefined
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
