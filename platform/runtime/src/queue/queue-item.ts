/** What the queue knows about one key. */
export interface QueueItem<Key> {
  readonly key: Key
  readonly id: unknown
  priority: number
  /** Since when it waits to be taken. */
  readyAt: number
  /** Breaks ties in the order of arrival. */
  order: number
  /** In the line of its priority, and not yet taken. */
  ready: boolean
  /** Taken and not yet done. */
  processing: boolean
  /** Asked for while processing: it goes round once more. */
  dirty: boolean
  takenAt: number
  /** When a delayed add falls due. */
  due: number
  /** Its place in the heap of delayed adds; -1: not there. */
  slot: number
  delayedPriority: number
  /** Which of two that are due at once was delayed first. */
  delayedOrder: number
  /** Why it is wanted. */
  reasons: readonly string[]
  /** Why it was wanted when it was taken. */
  takenReasons: readonly string[]
}

const NONE: readonly string[] = []

export function queueItem<Key>(key: Key, id: unknown): QueueItem<Key> {
  return {
    key,
    id,
    priority: 0,
    readyAt: 0,
    order: 0,
    ready: false,
    processing: false,
    dirty: false,
    takenAt: 0,
    due: 0,
    slot: -1,
    delayedPriority: 0,
    delayedOrder: 0,
    reasons: NONE,
    takenReasons: NONE,
  }
}
