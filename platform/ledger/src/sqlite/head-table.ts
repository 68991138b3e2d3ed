import { type Bounds, compareKeys } from '../keys.ts'
import { OrderedKeys } from '../ordered-keys.ts'
import type { HeadRow, KeyedHead } from './rows.ts'
import type { Statements } from './statements.ts'

/** SQLite orders every blob after every text, so this bound is above all keys. */
export const BEYOND = new Uint8Array(1)

/** How many keys are known in memory, to save reads, before the older half is forgotten. */
const KNOWN = 100_000
/** The least that is written with a commit, once writing has begun. */
const LEAST = 64
/** How many rows the log may be ahead for each key that may be: bounds what the next opening reads. */
const ROWS_PER_KEY = 8

/** What is known of a key: its newest row, none if the key was never there, and how the table differs from it. */
export interface Known {
  readonly key: string
  head: HeadRow | null
  /** Whether the head is newer than what the table holds. */
  dirty: boolean
  /** Whether the table shows the key as live. */
  stored: boolean
}

/**
 * The newest row of each key. The log alone is the truth; the table `current` follows it a little later, many keys of
 * one page at a time, because writing a random page for each change would cost more than the change. `materialised`
 * is the last row of the log that the table is sure to know; what came after it is read again when the file is opened.
 */
export class HeadTable {
  readonly #sql: Statements
  readonly #followAfter: number
  #young = new Map<string, Known>()
  #old = new Map<string, Known>()
  /** The keys of heads that are newer than the table, in their order. */
  #ahead = new OrderedKeys()
  #dirty: Known[] = []
  #writing: Known[] = []
  /** The end of the log when the heads that are being written were taken together. */
  #taken = 0
  #materialised = 0
  #changes = 0

  /** `followAfter`: how many heads may be newer than the table before it begins to follow. */
  constructor(sql: Statements, followAfter: number) {
    this.#sql = sql
    this.#followAfter = followAfter
  }

  /** Forgets what is not in the file. */
  reload(): void {
    this.#young.clear()
    this.#old.clear()
    this.#ahead = new OrderedKeys()
    this.#dirty = []
    this.#writing = []
    this.#materialised = (this.#sql.meta.get('materialised') as { value: number } | undefined)?.value ?? 0
    for (const item of this.#sql.headsAfter.iterate(this.#materialised)) {
      const { key, ...head } = item as unknown as KeyedHead
      this.set(this.get(key), head)
    }
    this.#changes = 0
  }

  get(key: string): Known {
    return this.#young.get(key) ?? this.#look(key)
  }

  set(known: Known, head: HeadRow): void {
    this.#changes += 1
    if (!known.dirty || known.head === null) this.#ahead.add(known.key)
    known.head = head
    if (known.dirty) return
    known.dirty = true
    this.#dirty.push(known)
  }

  /** Takes a deletion that compaction has removed from the log out of the table. */
  drop(key: string, id: number): void {
    this.#sql.dropHead.run(key, id)
    const known = this.get(key)
    known.stored = false
    // It may stand in a list of those to be written, and is passed over there.
    if (known.head?.id !== id) return
    known.head = null
    this.#ahead.remove(key)
  }

  /** Writes a few heads along with a commit; `lastId` is the end of the log. */
  follow(lastId: number): void {
    if (this.#writing.length === 0) {
      const few = this.#dirty.length < this.#followAfter
      if (few && lastId - this.#materialised < this.#followAfter * ROWS_PER_KEY) return
      this.#begin(lastId)
    }
    this.#write(Math.max(LEAST, 2 * this.#changes))
    this.#changes = 0
  }

  /** Writes them all. */
  settle(lastId: number): void {
    this.#dirty.push(...this.#writing)
    if (this.#dirty.length === 0) return
    this.#begin(lastId)
    this.#write(this.#writing.length)
  }

  /** The keys of a span that the table is wrong about, in their order. */
  newer(bounds: Bounds): Known[] {
    return Array.from(this.#ahead.between(bounds), (key) => this.get(key))
  }

  /** Whether the table is wrong about any key of a span. */
  hasNewer(bounds: Bounds): boolean {
    return !this.#ahead.between(bounds).next().done
  }

  count(bounds: Bounds): number {
    let { count } = this.#sql.count.get(bounds.from, bounds.to ?? BEYOND) as { count: number }
    for (const known of this.newer(bounds)) count += (isLive(known) ? 1 : 0) - (known.stored ? 1 : 0)
    return count
  }

  leased(lease: number): readonly string[] {
    const stored = (this.#sql.leased.all(lease) as { key: string }[]).map(({ key }) => key)
    const newer = [...this.#unwritten()].filter((known) => isLive(known) && known.head?.lease === lease)
    return [...stored.filter((key) => !this.isAhead(key)), ...newer.map(({ key }) => key)]
  }

  /** Whether the table is wrong about a key. */
  isAhead(key: string): boolean {
    return (this.#young.get(key) ?? this.#old.get(key))?.dirty ?? false
  }

  /** Every head in the span, deletions included, in the order of keys. */
  *between(bounds: Bounds): Generator<KeyedHead> {
    const newer = this.#ahead.between(bounds)
    let next = newer.next()
    for (const item of this.#sql.heads.iterate(bounds.from, bounds.to ?? BEYOND)) {
      const stored = item as unknown as KeyedHead
      while (!next.done && compareKeys(next.value, stored.key) < 0) {
        yield headOf(this.get(next.value))
        next = newer.next()
      }
      if (next.done || next.value !== stored.key) yield stored
    }
    for (; !next.done; next = newer.next()) yield headOf(this.get(next.value))
  }

  #look(key: string): Known {
    const known = this.#old.get(key) ?? this.#read(key)
    this.#young.set(key, known)
    if (this.#young.size > KNOWN / 2) {
      this.#old = this.#young
      this.#young = new Map()
      for (const unwritten of this.#unwritten()) this.#young.set(unwritten.key, unwritten)
    }
    return known
  }

  #read(key: string): Known {
    const head = (this.#sql.head.get(key) as HeadRow | undefined) ?? null
    return { key, head, dirty: false, stored: head !== null && head.version > 0 }
  }

  *#unwritten(): Generator<Known> {
    for (const known of this.#writing) if (known.dirty && known.head !== null) yield known
    for (const known of this.#dirty) if (known.dirty && known.head !== null) yield known
  }

  #begin(lastId: number): void {
    // Any order by key will do: it is only to meet the same pages again.
    this.#writing = this.#dirty.sort((a, b) => (a.key < b.key ? 1 : -1))
    this.#dirty = []
    this.#taken = lastId
  }

  #write(count: number): void {
    const ids: number[] = []
    for (const known of this.#writing.splice(-count)) {
      known.dirty = false
      if (known.head === null) continue
      this.#ahead.remove(known.key)
      ids.push(known.head.id)
      known.stored = known.head.version > 0
    }
    // One statement for all: SQLite copies them from the log faster than we could hand them over.
    this.#sql.setHeads.run(JSON.stringify(ids))
    if (this.#writing.length > 0) return
    this.#materialised = this.#taken
    this.#sql.setMeta.run('materialised', this.#materialised)
  }
}

export function isLive(known: Known): boolean {
  return known.head !== null && known.head.version > 0
}

function headOf({ key, head }: Known): KeyedHead {
  return { key, ...(head as HeadRow) }
}
