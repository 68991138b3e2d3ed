import { type Clock, type Random, realClock, realRandom } from '@reeve/ground'
import { NotTakenError, OptionError } from '../errors.ts'
import { Backoff, type BackoffOptions } from './backoff.ts'
import { DelayedHeap } from './delayed-heap.ts'
import { HeadTimer } from './head-timer.ts'
import type { QueueHooks } from './queue-hooks.ts'
import { type QueueItem, queueItem } from './queue-item.ts'
import type { QueueState } from './queue-state.ts'
import { ReadyLine } from './ready-line.ts'
import { TokenBucket, type TokenBucketOptions } from './token-bucket.ts'

export interface WorkQueueOptions<Key> {
  readonly clock?: Clock
  readonly random?: Random
  /** How long failing keys wait. */
  readonly backoff?: Omit<BackoffOptions, 'clock' | 'random'>
  /** Holds all retries together to a rate. Default: none. */
  readonly overall?: Omit<TokenBucketOptions, 'clock'>
  /** How much waiting makes up for one point of priority; Infinity: none does. Default: 100. */
  readonly agingMs?: number
  /** What makes two keys the same. Default: the key itself, for strings. */
  readonly identify?: (key: Key) => unknown
  readonly hooks?: QueueHooks
}

export interface AddOptions {
  /** Higher goes first. Default: 0. */
  readonly priority?: number
  /** For logs and spans; never part of what makes a key the same. */
  readonly reason?: string
}

/** More would tell a reader nothing. */
const MOST_REASONS = 4
const NO_REASONS: readonly string[] = []

/**
 * Which key is next, and when. A key waits at most once, is held by one taker at a time, and goes round again if it was
 * asked for while held: no wake-up is lost.
 */
export class WorkQueue<Key = string> {
  readonly #clock: Clock
  readonly #backoff: Backoff
  readonly #overall: TokenBucket | undefined
  readonly #identify: (key: Key) => unknown
  readonly #hooks: QueueHooks
  readonly #items = new Map<unknown, QueueItem<Key>>()
  readonly #line: ReadyLine<Key>
  readonly #delayed = new DelayedHeap<Key>()
  readonly #timer: HeadTimer
  readonly #takers: ((key: Key | undefined) => void)[] = []
  readonly #listeners = new Set<() => void>()
  readonly #ended = Promise.withResolvers<void>()
  #processing = 0
  #delays = 0
  #phase: QueueState<Key>['phase'] = 'open'

  constructor(options: WorkQueueOptions<Key> = {}) {
    const { clock = realClock, random = realRandom, agingMs = 100, overall } = options
    if (!(agingMs > 0)) throw new OptionError('cannot make queue: agingMs has to be above 0')
    this.#clock = clock
    this.#backoff = new Backoff({ ...options.backoff, clock, random })
    this.#overall = overall && new TokenBucket({ ...overall, clock })
    this.#identify = options.identify ?? ((key) => key)
    this.#hooks = options.hooks ?? {}
    this.#line = new ReadyLine(agingMs)
    this.#timer = new HeadTimer(clock, () => this.#ring())
  }

  /** Asks for a key as soon as may be: now, when its taker is done, or when a failing key may run again. */
  add(key: Key, options: AddOptions = {}): void {
    if (this.#phase !== 'open') return
    const item = this.#itemOf(key, options)
    const priority = options.priority ?? 0
    const held = item.processing ? 0 : this.#backoff.heldFor(item.id)
    if (held > 0) this.#delay(item, { ms: held, priority })
    else this.#want(item, priority)
  }

  /** Asks for a key `ms` from now, any length. Of several times the earliest holds, and asking for now covers them all. */
  addAfter(key: Key, ms: number, options: AddOptions = {}): void {
    if (!(ms > 0)) return this.add(key, options)
    if (this.#phase !== 'open') return
    this.#delay(this.#itemOf(key, options), { ms, priority: options.priority ?? 0 })
  }

  /** Asks for a key that failed, after its backoff; answers how long that is. */
  retry(key: Key, options: AddOptions = {}): number {
    const id = this.#identify(key)
    const delay = Math.max(this.#backoff.failed(id), this.#overall?.reserve() ?? 0)
    if (this.#phase !== 'open') return delay
    this.#hooks.retried?.(delay)
    this.#delay(this.#itemOf(key, options), { ms: delay, priority: options.priority ?? 0 })
    return delay
  }

  /** The key is well, or wants something new: its failures no longer count. */
  forget(key: Key): void {
    this.#backoff.forget(this.#identify(key))
  }

  failures(key: Key): number {
    return this.#backoff.failures(this.#identify(key))
  }

  /** Why a key that is held was asked for, as far as those who asked said. */
  reasons(key: Key): readonly string[] {
    return this.#items.get(this.#identify(key))?.takenReasons ?? []
  }

  /** The key whose turn it is, if there is one. Whoever takes it gives it back with `done`. */
  take(): Key | undefined {
    const item = this.#phase === 'stopped' ? undefined : this.#line.shift()
    if (item === undefined) return undefined
    const now = this.#clock.monotonic()
    item.processing = true
    item.takenAt = now
    item.takenReasons = item.reasons
    item.reasons = NO_REASONS
    this.#processing += 1
    this.#hooks.depth?.(-1, item.priority)
    this.#hooks.taken?.(now - item.readyAt, item.priority)
    return item.key
  }

  /** Waits for a key; `undefined` once the queue has ended. */
  async get(): Promise<Key | undefined> {
    const key = this.take()
    if (key !== undefined || this.#hasEnded()) return key
    return new Promise((resolve) => this.#takers.push(resolve))
  }

  /** Gives a key back. If it was asked for meanwhile, it goes round again. */
  done(key: Key): void {
    const item = this.#items.get(this.#identify(key))
    if (item?.processing !== true) throw new NotTakenError(key)
    item.processing = false
    this.#processing -= 1
    if (this.#hooks.finished) this.#hooks.finished(this.#clock.monotonic() - item.takenAt)
    if (item.dirty && this.#phase !== 'stopped') this.#goRound(item)
    this.#release(item)
    this.#settle()
  }

  /** Told whenever a key became ready that nobody was waiting for. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Takes nothing new, drops what is delayed, and resolves when all that was ready has been worked off. */
  drain(): Promise<void> {
    if (this.#phase === 'open') this.#phase = 'draining'
    this.#dropDelayed()
    this.#settle()
    return this.#ended.promise
  }

  /** Takes and hands out nothing more; resolves when the keys that are held have been given back. */
  shutdown(): Promise<void> {
    this.#phase = 'stopped'
    this.#dropDelayed()
    for (const item of this.#line.clear()) {
      this.#hooks.depth?.(-1, item.priority)
      this.#release(item)
    }
    this.#settle()
    return this.#ended.promise
  }

  /** How many keys can be taken now. */
  get length(): number {
    return this.#line.size
  }

  describe(): QueueState<Key> {
    const now = this.#clock.monotonic()
    const items = [...this.#items.values()]
    return {
      phase: this.#phase,
      ready: items
        .filter(({ ready }) => ready)
        .map(({ key, priority, readyAt }) => ({ key, priority, waitedMs: now - readyAt })),
      delayed: items
        .filter(({ slot }) => slot >= 0)
        .map(({ key, due, delayedPriority: priority }) => ({ key, priority, dueInMs: due - now })),
      processing: items
        .filter(({ processing }) => processing)
        .map(({ key, takenAt, dirty }) => ({ key, workedMs: now - takenAt, dirty })),
      known: this.#items.size,
      failing: this.#backoff.size,
    }
  }

  #itemOf(key: Key, { reason }: AddOptions): QueueItem<Key> {
    const id = this.#identify(key)
    let item = this.#items.get(id)
    if (item === undefined) {
      item = queueItem(key, id)
      this.#items.set(id, item)
    }
    if (reason !== undefined && item.reasons.length < MOST_REASONS && !item.reasons.includes(reason)) {
      item.reasons = [...item.reasons, reason]
    }
    return item
  }

  #want(item: QueueItem<Key>, asked: number): void {
    const priority = item.slot >= 0 ? Math.max(asked, item.delayedPriority) : asked
    if (item.slot >= 0) {
      this.#delayed.remove(item)
      this.#watchHead()
    }
    if (item.processing) return this.#mark(item, priority)
    const now = this.#clock.monotonic()
    if (item.ready) {
      const raised = this.#line.raise(item, { priority, now })
      if (raised === item) return
      this.#items.set(item.id, raised)
      this.#hooks.depth?.(-1, item.priority)
      this.#hooks.depth?.(1, priority)
      return
    }
    this.#line.push(item, { priority, now })
    this.#hooks.added?.(priority)
    this.#hooks.depth?.(1, priority)
    this.#offer()
  }

  #mark(item: QueueItem<Key>, priority: number): void {
    item.delayedPriority = item.dirty ? Math.max(item.delayedPriority, priority) : priority
    item.dirty = true
  }

  #delay(item: QueueItem<Key>, { ms, priority }: { ms: number; priority: number }): void {
    // Ready or dirty runs sooner than any delay, and sees whatever the delayed run would have seen.
    if (item.ready) return
    if (item.dirty) return this.#mark(item, priority)
    const due = this.#clock.monotonic() + ms
    if (item.slot >= 0) {
      item.delayedPriority = Math.max(item.delayedPriority, priority)
      if (due >= item.due) return
      item.due = due
      this.#delayed.moved(item)
    } else {
      this.#delays += 1
      item.delayedOrder = this.#delays
      item.due = due
      item.delayedPriority = priority
      this.#delayed.push(item)
    }
    this.#watchHead()
  }

  #goRound(item: QueueItem<Key>): void {
    item.dirty = false
    const held = this.#phase === 'open' ? this.#backoff.heldFor(item.id) : 0
    if (held > 0) this.#delay(item, { ms: held, priority: item.delayedPriority })
    else this.#want(item, item.delayedPriority)
  }

  #ring(): void {
    const now = this.#clock.monotonic()
    for (
      let item = this.#delayed.first();
      item !== undefined && item.due <= now;
      item = this.#delayed.first()
    ) {
      this.#delayed.remove(item)
      this.#want(item, item.delayedPriority)
    }
    this.#watchHead()
  }

  #watchHead(): void {
    this.#timer.watch(this.#delayed.first()?.due)
  }

  #offer(): void {
    const taker = this.#takers.shift()
    if (taker !== undefined) return taker(this.take())
    for (const listener of this.#listeners) listener()
  }

  #dropDelayed(): void {
    for (const item of this.#delayed.clear()) this.#release(item)
    this.#watchHead()
  }

  /** Forgets a key that is nowhere, so that memory follows what is queued and not what ever was. */
  #release(item: QueueItem<Key>): void {
    if (!item.ready && !item.processing && item.slot < 0) this.#items.delete(item.id)
  }

  #hasEnded(): boolean {
    if (this.#phase === 'stopped') return true
    return this.#phase === 'draining' && this.#line.size === 0 && this.#processing === 0
  }

  #settle(): void {
    if (!this.#hasEnded()) return
    for (const taker of this.#takers.splice(0)) taker(undefined)
    if (this.#processing === 0) this.#ended.resolve()
  }
}
