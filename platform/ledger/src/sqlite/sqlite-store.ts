import { backup, type DatabaseSync } from 'node:sqlite'
import { CompactedError } from '../errors.ts'
import type { Bounds } from '../keys.ts'
import type { Entry, Op, Verification, Version } from '../ledger.ts'
import type { Head, LocalStore, StoreRange } from '../local/local-store.ts'
import type { Change } from '../local/watch-hub.ts'
import { HeadCache } from './head-cache.ts'
import { LogReader } from './log-reader.ts'
import { type ChangeRow, checksum, entryOf, type HeadRow, keyOf } from './rows.ts'
import { failed } from './sqlite-errors.ts'
import { type Statements, statements } from './statements.ts'
import { Sweeper } from './sweeper.ts'
import { verifyDatabase } from './verify-database.ts'

/** How many keys' heads stay in memory. */
const CACHED_HEADS = 100_000
/** SQLite orders every blob after every text, so this bound is above all keys. */
const BEYOND = new Uint8Array(1)

/** Versions in a SQLite file: an append-only log, and a table of each key's newest row. */
export class SqliteStore implements LocalStore {
  readonly backend = 'sqlite'
  readonly #db: DatabaseSync
  readonly #sql: Statements
  readonly #log: LogReader
  readonly #heads = new HeadCache(CACHED_HEADS)
  readonly #sweeper: Sweeper
  readonly #released: () => void
  #revision = 1
  #lastId = 0
  #lastTime = 0

  /** `released` is called when the store has closed its file. */
  constructor(db: DatabaseSync, released: () => void) {
    this.#db = db
    this.#released = released
    this.#sql = statements(db)
    this.#log = new LogReader(this.#sql)
    this.#sweeper = new Sweeper(db, this.#sql, (key) => this.#heads.delete(key))
    this.reload()
  }

  /** Forgets whatever is not in the file, after opening and after a commit that came to nothing. */
  reload(): void {
    this.#heads.clear()
    this.#sweeper.reload()
    const last = this.#log.last()
    this.#lastId = last?.id ?? 0
    this.#lastTime = last?.time ?? 0
    this.#revision = Math.max(1, last?.revision ?? 0, this.#meta('revision'))
  }

  /** Goes on from a later revision, leaving nothing to read or watch below it. */
  skipTo(revision: number): void {
    this.#sql.setMeta.run('revision', revision)
    this.#sweeper.raiseFloor(revision, this.#lastTime)
    this.reload()
  }

  revision(): number {
    return this.#revision
  }

  floor(): number {
    return this.#sweeper.floor
  }

  head(key: string): Head | undefined {
    const head = this.#head(key)
    if (head === null || head.version === 0) return undefined
    return { modRevision: head.revision, version: head.version }
  }

  at(key: string, revision: number): Entry | undefined {
    const head = this.#head(key)
    const row = head === null ? undefined : this.#log.rowAt(head.id, revision)
    return row && entryOf(row)
  }

  range(bounds: Bounds, options: StoreRange): { entries: readonly Entry[]; more: boolean } {
    if (options.revision !== this.#revision) return this.#rangePast(bounds, options)
    const { limit, keysOnly } = options
    const statement = keysOnly ? this.#sql.newestKeys : this.#sql.newest
    const rows = statement.all(bounds.from, bounds.to ?? BEYOND, limit + 1) as unknown as ChangeRow[]
    const more = rows.length > limit
    if (more) rows.pop()
    return { entries: rows.map((row) => (keysOnly ? keyOf(row) : (entryOf(row) as Entry))), more }
  }

  count(bounds: Bounds, revision: number): number {
    if (revision === this.#revision) return this.#countNewest(bounds)
    return this.#rangePast(bounds, { revision, limit: Number.MAX_SAFE_INTEGER, keysOnly: true }).entries
      .length
  }

  history(key: string): readonly Version[] {
    const versions: Version[] = []
    let id = this.#head(key)?.id ?? null
    while (id !== null) {
      const row = this.#log.row(id)
      if (row === undefined) break
      const entry = entryOf(row)
      versions.push({ revision: row.revision, time: row.time, ...(entry && { entry }) })
      id = row.previous
    }
    return this.#retained(versions.reverse())
  }

  revisionAt(time: number): number {
    const floor = this.floor()
    const found = this.#log.lastWhere((row) => row.revision <= floor || row.time <= time)
    if (found !== undefined && found.revision > floor) return found.revision
    if (floor > 1 && time < this.#meta('floorTime')) throw new CompactedError(floor - 1, floor)
    return floor
  }

  read(bounds: Bounds, from: number): { changes: readonly Change[]; next: number } {
    const { changes, next } = this.#log.read(bounds, from)
    return { changes, next: next ?? Math.max(from, this.#revision + 1) }
  }

  commit(ops: readonly Op[], now: number): readonly Change[] {
    const time = Math.max(now, this.#lastTime)
    const changes: Change[] = []
    for (const op of ops) {
      const head = this.#head(op.key)
      if (op.do === 'delete' && (head === null || head.version === 0)) continue
      changes.push(this.#write(op, head, time))
    }
    if (changes.length === 0) return changes
    this.#revision += 1
    this.#lastTime = time
    return changes
  }

  grantLease(ttlMs: number): string {
    return String(this.#sql.addLease.run(Math.ceil(ttlMs)).lastInsertRowid)
  }

  dropLease(id: string): void {
    this.#sql.dropLease.run(Number(id))
  }

  leased(id: string): readonly string[] {
    return (this.#sql.leased.all(Number(id)) as { key: string }[]).map(({ key }) => key)
  }

  leases(): readonly { id: string; ttlMs: number }[] {
    const rows = this.#sql.leases.all() as { id: number; ttl: number }[]
    return rows.map(({ id, ttl }) => ({ id: String(id), ttlMs: ttl }))
  }

  raiseFloor(revision: number): void {
    const last = this.#log.lastWhere((row) => row.revision <= revision)
    this.#sweeper.raiseFloor(revision, last?.time ?? 0)
  }

  sweep(): boolean {
    return this.#sweeper.sweep()
  }

  size(): { keys: number; bytes: number } {
    const { bytes } = this.#sql.bytes.get() as { bytes: number }
    return { keys: this.#countNewest({ from: '', to: undefined }), bytes }
  }

  verify(): Verification {
    return verifyDatabase(this.#db, this.#revision)
  }

  async backup(path: string): Promise<void> {
    try {
      await backup(this.#db, path)
    } catch (error) {
      throw failed(`back up to ${path}`, error)
    }
  }

  close(): void {
    this.#db.close()
    this.#released()
  }

  #write(op: Op, head: HeadRow | null, time: number): Change {
    const { key } = op
    const revision = this.#revision + 1
    const id = this.#lastId + 1
    const put = op.do === 'put' ? op : undefined
    const version = put ? (head?.version ?? 0) + 1 : 0
    const created = version > 1 ? (head as HeadRow).created : put ? revision : 0
    const lease = put?.lease === undefined ? null : Number(put.lease)
    const value = put?.value ?? null
    const previous = head?.id ?? null
    const sum = checksum(value, revision)
    this.#sql.append.run(id, revision, time, key, created, version, previous, lease, sum, value)
    this.#sql.setHead.run(key, id, revision, created, version, lease)
    this.#lastId = id
    const row = { id, revision, created, version, lease }
    this.#heads.set(key, row)
    const change = { revision, key, previous: () => this.#log.before(previous) }
    return value === null ? change : { ...change, entry: { ...keyOf({ ...row, key }), value } }
  }

  #head(key: string): HeadRow | null {
    const cached = this.#heads.get(key)
    if (cached !== undefined) return cached
    const head = (this.#sql.head.get(key) as HeadRow | undefined) ?? null
    this.#heads.set(key, head)
    return head
  }

  #rangePast(bounds: Bounds, { revision, limit, keysOnly }: StoreRange): { entries: Entry[]; more: boolean } {
    const entries: Entry[] = []
    for (const head of this.#sql.heads.iterate(bounds.from, bounds.to ?? BEYOND)) {
      const row = this.#log.rowAt(head.id as number, revision)
      const entry = row && entryOf(row)
      if (entry === undefined) continue
      if (entries.length === limit) return { entries, more: true }
      entries.push(keysOnly ? { ...entry, value: new Uint8Array() } : entry)
    }
    return { entries, more: false }
  }

  #countNewest(bounds: Bounds): number {
    return (this.#sql.count.get(bounds.from, bounds.to ?? BEYOND) as { count: number }).count
  }

  /** What a sweep that is still under way will take is not told any more. */
  #retained(versions: readonly Version[]): readonly Version[] {
    const floor = this.floor()
    const newest = versions.findLastIndex(({ revision }) => revision <= floor)
    const kept = versions.slice(Math.max(0, newest))
    const [first] = kept
    return first !== undefined && first.entry === undefined && first.revision < floor ? kept.slice(1) : kept
  }

  #meta(name: string): number {
    return (this.#sql.meta.get(name) as { value: number } | undefined)?.value ?? 0
  }
}
