import type { AddOptions } from '../queue/work-queue.ts'

/** Asks for a key to be looked at. */
export type Enqueue<Key> = (key: Key, options?: EnqueueOptions) => void

export interface EnqueueOptions extends AddOptions {
  /** Look only after this time. Default: as soon as may be. */
  readonly afterMs?: number
  /** The key wants something new (its spec changed): earlier failures no longer count. Default: false. */
  readonly renewed?: boolean
}

/** Where a controller's keys come from. */
export interface Source<Key> {
  /**
   * Begins to ask for keys. Resolves once whatever was there already has been asked for, and goes on until the signal.
   * A rejection is a failed start, which ends the controller; later faults are the source's own to mend.
   */
  start(enqueue: Enqueue<Key>, signal: AbortSignal): Promise<void>
}
