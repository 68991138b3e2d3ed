import type { QueueItem } from './queue-item.ts'

/** The keys whose time has yet to come, the next one first. An item knows its place, so it can be taken out or moved. */
export class DelayedHeap<Key> {
  readonly #items: QueueItem<Key>[] = []

  get size(): number {
    return this.#items.length
  }

  first(): QueueItem<Key> | undefined {
    return this.#items[0]
  }

  items(): readonly QueueItem<Key>[] {
    return this.#items
  }

  push(item: QueueItem<Key>): void {
    item.slot = this.#items.length
    this.#items.push(item)
    this.#up(item.slot)
  }

  /** Puts an item that is in the heap where its new time belongs. */
  moved(item: QueueItem<Key>): void {
    this.#up(item.slot)
    this.#down(item.slot)
  }

  remove(item: QueueItem<Key>): void {
    const { slot } = item
    const last = this.#items.pop()
    item.slot = -1
    if (last === undefined || last === item) return
    this.#items[slot] = last
    last.slot = slot
    this.moved(last)
  }

  clear(): readonly QueueItem<Key>[] {
    const left = this.#items.splice(0)
    for (const item of left) item.slot = -1
    return left
  }

  #up(start: number): void {
    let slot = start
    while (slot > 0) {
      const parent = (slot - 1) >> 1
      if (!this.#swapped(slot, parent)) return
      slot = parent
    }
  }

  #down(start: number): void {
    let slot = start
    for (;;) {
      const left = slot * 2 + 1
      const right = left + 1
      if (left >= this.#items.length) return
      const child = this.#isBefore(right, left) ? right : left
      if (!this.#swapped(child, slot)) return
      slot = child
    }
  }

  #isBefore(slot: number, other: number): boolean {
    const a = this.#items[slot]
    const b = this.#items[other]
    if (a === undefined || b === undefined) return false
    return a.due === b.due ? a.delayedOrder < b.delayedOrder : a.due < b.due
  }

  /** Swaps the two if the lower one is due before the upper one. */
  #swapped(lower: number, upper: number): boolean {
    const child = this.#items[lower]
    const parent = this.#items[upper]
    if (child === undefined || parent === undefined || !this.#isBefore(lower, upper)) return false
    this.#items[lower] = parent
    this.#items[upper] = child
    parent.slot = lower
    child.slot = upper
    return true
  }
}
