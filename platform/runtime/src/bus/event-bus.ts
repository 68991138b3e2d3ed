import type { CloudEvent } from './cloud-event.ts'

/** Called with one event at a time, in the order of publishing. What it throws is logged and stops nobody else. */
export type EventHandler = (event: CloudEvent) => Promise<void> | void

export interface Subscription {
  /** `sub-1` and so on. */
  readonly id: string
  /** After this the handler is not called again. */
  unsubscribe(): void
}

/** Carries events from those who tell them to those who want to hear, in one process or between several. */
export interface EventBus {
  /** Begins to deliver. */
  start(): Promise<void>
  /** Resolves once the event is accepted; never waits for a handler. Rejects if the bus is full or closed. */
  publish(event: CloudEvent): Promise<void>
  /** Hears every event whose type matches; `**` hears all. */
  subscribe(pattern: string, handler: EventHandler): Subscription
  /** Accepts nothing more, and resolves when what was accepted has been delivered. */
  close(): Promise<void>
}
