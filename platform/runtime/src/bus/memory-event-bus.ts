import { type Clock, type Logger, messageOf, ReeveError, realClock, silentLogger } from '@reeve/ground'
import { OptionError } from '../errors.ts'
import type { CloudEvent } from './cloud-event.ts'
import type { EventBus, EventHandler, Subscription } from './event-bus.ts'
import { eventPattern } from './event-pattern.ts'

/** The bus was closed. */
export class BusClosedError extends ReeveError {
  readonly code = 'RUNTIME_BUS_CLOSED'
  constructor(type: string) {
    super(`cannot publish ${type}: the bus is closed`)
  }
}

/** As many events as the bus holds wait for handlers already. Nobody heard this one. */
export class BusFullError extends ReeveError {
  readonly code = 'RUNTIME_BUS_FULL'
  constructor(type: string, buffer: number) {
    super(`cannot publish ${type}: ${buffer} events wait already`, {
      retryable: true,
      hint: 'publish it later, or make the buffer larger or the handlers faster',
    })
  }
}

export interface MemoryEventBusOptions {
  /** How many events may wait for one subscription. Default: 1,000. */
  readonly buffer?: number
  /** How many handlers may run at once. Default: 10. */
  readonly workers?: number
  /** How long a close waits for handlers. Default: 30,000. */
  readonly closeMs?: number
  readonly clock?: Clock
  readonly logger?: Logger
}

const DEFAULTS = { buffer: 1_000, workers: 10, closeMs: 30_000 }

interface Listener {
  readonly id: string
  readonly matches: (type: string) => boolean
  readonly handler: EventHandler
  readonly waiting: CloudEvent[]
  busy: boolean
  gone: boolean
}

/** An event bus within one process. Each subscription hears its events in order; a slow one holds up nobody else. */
export class MemoryEventBus implements EventBus {
  readonly #options: Required<MemoryEventBusOptions>
  readonly #listeners = new Map<string, Listener>()
  readonly #idle = Promise.withResolvers<void>()
  #phase: 'new' | 'started' | 'closing' = 'new'
  #count = 0
  #running = 0
  /** Published before the start: kept for those who subscribe before it. */
  #early: CloudEvent[] = []

  constructor(options: MemoryEventBusOptions = {}) {
    this.#options = { ...DEFAULTS, clock: realClock, logger: silentLogger, ...options }
    const { buffer, workers } = this.#options
    if (buffer >= 1 && workers >= 1) return
    throw new OptionError('cannot make event bus: buffer and workers have to be at least 1')
  }

  async start(): Promise<void> {
    if (this.#phase !== 'new') return
    this.#phase = 'started'
    const early = this.#early
    this.#early = []
    for (const event of early) this.#deliver(event, this.#matching(event))
  }

  async publish(event: CloudEvent): Promise<void> {
    const { buffer } = this.#options
    if (this.#phase === 'closing') throw new BusClosedError(event.type)
    if (this.#phase === 'new') {
      if (this.#early.length >= buffer) throw new BusFullError(event.type, buffer)
      this.#early.push(event)
      return
    }
    const listeners = this.#matching(event)
    // All or nobody: an event that some heard and others did not could not be published again.
    if (listeners.some(({ waiting }) => waiting.length >= buffer)) throw new BusFullError(event.type, buffer)
    this.#deliver(event, listeners)
  }

  subscribe(pattern: string, handler: EventHandler): Subscription {
    const matches = eventPattern(pattern)
    this.#count += 1
    const id = `sub-${this.#count}`
    const listener: Listener = { id, matches, handler, waiting: [], busy: false, gone: false }
    this.#listeners.set(id, listener)
    const unsubscribe = (): void => {
      listener.gone = true
      listener.waiting.length = 0
      this.#listeners.delete(id)
      this.#settle()
    }
    return { id, unsubscribe }
  }

  async close(): Promise<void> {
    await this.start()
    this.#phase = 'closing'
    this.#settle()
    const { clock, closeMs, logger } = this.#options
    const late = Promise.withResolvers<void>()
    const timer = clock.after(closeMs, () => {
      logger.error('left events behind at close', { handlers: this.#running })
      late.resolve()
    })
    await Promise.race([this.#idle.promise, late.promise])
    timer.cancel()
    for (const listener of this.#listeners.values()) listener.gone = true
    this.#listeners.clear()
  }

  #matching({ type }: CloudEvent): readonly Listener[] {
    return [...this.#listeners.values()].filter(({ matches }) => matches(type))
  }

  #deliver(event: CloudEvent, listeners: readonly Listener[]): void {
    for (const listener of listeners) listener.waiting.push(event)
    this.#options.clock.turn(() => this.#pump())
  }

  #pump(): void {
    for (const listener of this.#listeners.values()) {
      if (this.#running >= this.#options.workers) return
      if (!listener.busy && listener.waiting.length > 0) void this.#run(listener)
    }
    this.#settle()
  }

  async #run(listener: Listener): Promise<void> {
    listener.busy = true
    this.#running += 1
    const event = listener.waiting.shift()
    try {
      if (event !== undefined && !listener.gone) await listener.handler(event)
    } catch (error) {
      const { id: subscription } = listener
      this.#options.logger.error('event handler failed', {
        subscription,
        type: event?.type,
        error: messageOf(error),
      })
    }
    this.#running -= 1
    listener.busy = false
    // To the end of the line, so that a busy subscription does not keep the others from a worker.
    if (this.#listeners.delete(listener.id)) this.#listeners.set(listener.id, listener)
    this.#pump()
  }

  #settle(): void {
    if (this.#phase !== 'closing' || this.#running > 0) return
    if ([...this.#listeners.values()].every(({ waiting }) => waiting.length === 0)) this.#idle.resolve()
  }
}
