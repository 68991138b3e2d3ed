import type { QueueItem } from './queue-item.ts'

/** Compaction below this would cost more than the memory is worth. */
const KEEP = 1_024

interface Level<Key> {
  readonly priority: number
  /** In the order of arrival. One that is no longer ready (it was raised, and goes on as another) is a gap. */
  readonly items: QueueItem<Key>[]
  head: number
}

/**
 * The keys that can be taken now. Higher priority first, but each `agingMs` of waiting makes up for one point of
 * priority, so nothing starves; among equals the one that waits longest. As all age at the same pace, the order of two
 * never changes, and the first of each priority is the only one to look at.
 */
export class ReadyLine<Key> {
  readonly #agingMs: number
  /** Few: one for each priority in use. */
  readonly #levels: Level<Key>[] = []
  #order = 0
  #size = 0

  constructor(agingMs: number) {
    this.#agingMs = agingMs
  }

  get size(): number {
    return this.#size
  }

  push(item: QueueItem<Key>, { priority, now }: { priority: number; now: number }): void {
    item.ready = true
    this.#size += 1
    this.#order += 1
    item.priority = priority
    item.readyAt = now
    item.order = this.#order
    this.#level(priority).items.push(item)
  }

  /** Moves an item up if that brings its turn nearer; its waiting so far is never lost. Answers what stands for the key now. */
  raise(item: QueueItem<Key>, { priority, now }: { priority: number; now: number }): QueueItem<Key> {
    if (priority <= item.priority) return item
    if (this.#rank(priority, now) <= this.#rank(item.priority, item.readyAt)) return item
    const raised = { ...item }
    item.ready = false
    this.#size -= 1
    this.push(raised, { priority, now })
    return raised
  }

  /** The item whose turn it is; it is no longer in the line. */
  shift(): QueueItem<Key> | undefined {
    let best: QueueItem<Key> | undefined
    let from: Level<Key> | undefined
    for (const level of this.#levels) {
      const item = this.#first(level)
      if (item === undefined) continue
      if (best === undefined || this.#isBefore(item, best)) {
        best = item
        from = level
      }
    }
    if (best === undefined || from === undefined) return undefined
    best.ready = false
    this.#size -= 1
    from.head += 1
    if (from.head === from.items.length) empty(from)
    return best
  }

  clear(): readonly QueueItem<Key>[] {
    const left: QueueItem<Key>[] = []
    for (let item = this.shift(); item !== undefined; item = this.shift()) left.push(item)
    return left
  }

  #level(priority: number): Level<Key> {
    for (const level of this.#levels) if (level.priority === priority) return level
    const unused = this.#levels.findIndex(({ items }) => items.length === 0)
    const level = { priority, items: [], head: 0 }
    this.#levels.splice(unused < 0 ? this.#levels.length : unused, unused < 0 ? 0 : 1, level)
    return level
  }

  #first(level: Level<Key>): QueueItem<Key> | undefined {
    const { items } = level
    while (level.head < items.length) {
      const item = items[level.head]
      if (item?.ready === true) {
        if (level.head > KEEP && level.head * 2 > items.length) {
          items.splice(0, level.head)
          level.head = 0
        }
        return item
      }
      level.head += 1
    }
    empty(level)
    return undefined
  }

  #isBefore(a: QueueItem<Key>, b: QueueItem<Key>): boolean {
    const ranks = this.#rank(a.priority, a.readyAt) - this.#rank(b.priority, b.readyAt)
    return ranks === 0 ? a.order < b.order : ranks > 0
  }

  #rank(priority: number, readyAt: number): number {
    return this.#agingMs === Number.POSITIVE_INFINITY ? priority : priority * this.#agingMs - readyAt
  }
}

function empty(level: { readonly items: unknown[]; head: number }): void {
  level.items.length = 0
  level.head = 0
}
