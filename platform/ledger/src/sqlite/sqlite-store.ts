import type { DatabaseSync } from 'node:sqlite'
import { CompactedError } from '../errors.ts'
import type { Bounds } from '../keys.ts'
import type { Entry, Op, Verification, Version } from '../ledger.ts'
import type { Head, LocalStore, StoreRange } from '../local/local-store.ts'
import type { Change } from '../local/watch-hub.ts'
import { copyLedger } from './copy-ledger.ts'
import { BEYOND, HeadTable, isLive, type Known } from './head-table.ts'
import { LogReader } from './log-reader.ts'
import { type ChangeRow, checksum, entryOf, type HeadRow, keyOf } from './rows.ts'
import { failed } from './sqlite-errors.ts'
import { type Statements, statements } from './statements.ts'
import { Sweeper } from './sweeper.ts'
import { verifyDatabase } from './verify-database.ts'

export interface SqliteStoreOptions {
  /** How many keys the table of newest rows may be behind the log. */
  readonly followAfter: number
  /** Called when the store has closed its file. */
  readonly released: () => void
}

/** Rows that are read together by their numbers. */
const AT_A_TIME = 1_000

/** Versions in a SQLite file: an append-only log, and a table of each key's newest row. */
export class SqliteStore implements LocalStore {
  readonly backend = 'sqlite'
  readonly #db: DatabaseSync
  readonly #sql: Statements
  readonly #log: LogReader
  readonly #heads: HeadTable
  readonly #sweeper: Sweeper
  readonly #released: () => void
  #revision = 1
  #lastId = 0
  #lastTime = 0
  #sweptAt = 0
  #copies = 0

  constructor(db: DatabaseSync, options: SqliteStoreOptions) {
    this.#db = db
    this.#released = options.released
    this.#sql = statements(db)
    this.#log = new LogReader(this.#sql)
    this.#heads = new HeadTable(this.#sql, options.followAfter)
    this.#sweeper = new Sweeper(db, this.#sql, this.#heads)
    this.reload()
  }

  /** Forgets whatever is not in the file, after opening and after a commit that came to nothing. */
  reload(): void {
    this.#heads.reload()
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
    const { head } = this.#heads.get(key)
    if (head === null || head.version === 0) return undefined
    return { modRevision: head.revision, version: head.version }
  }

  at(key: string, revision: number): Entry | undefined {
    const { head } = this.#heads.get(key)
    const row = head === null ? undefined : this.#log.rowAt(head.id, revision)
    return row && entryOf(row)
  }

  range(bounds: Bounds, options: StoreRange): { entries: readonly Entry[]; more: boolean } {
    const { revision, limit, keysOnly } = options
    const found =
      revision === this.#revision && !keysOnly ? this.#newest(bounds, limit) : this.#past(bounds, options)
    const entries: Entry[] = []
    for (const entry of found) {
      if (entries.length === limit) return { entries, more: true }
      entries.push(entry)
    }
    return { entries, more: false }
  }

  count(bounds: Bounds, revision: number): number {
    if (revision === this.#revision) return this.#heads.count(bounds)
    let count = 0
    for (const _ of this.#past(bounds, { revision, keysOnly: true })) count += 1
    return count
  }

  history(key: string): readonly Version[] {
    const versions: Version[] = []
    let id = this.#heads.get(key).head?.id ?? null
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
      const known = this.#heads.get(op.key)
      if (op.do === 'delete' && !isLive(known)) continue
      changes.push(this.#write(op, known, time))
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
    return this.#heads.leased(Number(id))
  }

  leases(): readonly { id: string; ttlMs: number }[] {
    const rows = this.#sql.leases.all() as { id: number; ttl: number }[]
    return rows.map(({ id, ttl }) => ({ id: String(id), ttlMs: ttl }))
  }

  raiseFloor(revision: number): void {
    const last = this.#log.lastWhere((row) => row.revision <= revision)
    this.#sweeper.raiseFloor(revision, last?.time ?? 0)
    this.#sweptAt = this.#lastId
  }

  sweep(): boolean {
    if (this.#copies > 0) return false // a copy has to find its rows; whoever made it sweeps again
    const written = this.#lastId - this.#sweptAt
    this.#sweptAt = this.#lastId
    return this.#sweeper.sweep(written)
  }

  size(): { keys: number; bytes: number } {
    const { bytes } = this.#sql.bytes.get() as { bytes: number }
    return { keys: this.#heads.count({ from: '', to: undefined }), bytes }
  }

  /** Brings the table of newest rows closer to the log; part of every commit. */
  follow(): void {
    this.#heads.follow(this.#lastId)
  }

  verify(): Verification {
    this.#heads.settle(this.#lastId)
    return verifyDatabase(this.#db, this.#revision)
  }

  async backup(path: string, pause: () => Promise<void>): Promise<void> {
    const meta = { revision: this.#revision, floor: this.floor(), floorTime: this.#meta('floorTime') }
    this.#copies += 1
    try {
      await copyLedger(path, this.#sql, { lastId: this.#lastId, meta, pause })
    } finally {
      this.#copies -= 1
    }
  }

  explain(action: string, error: unknown): unknown {
    return failed(action, error)
  }

  close(): void {
    this.#settle()
    this.#db.close()
    this.#released()
  }

  #write(op: Op, known: Known, time: number): Change {
    const { key, head } = known
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
    this.#lastId = id
    this.#heads.set(known, { id, revision, created, version, lease })
    const before = (): Entry | undefined => this.#log.before(previous)
    if (value === null) return { revision, key, previous: before }
    const entry = { key, value, createRevision: created, modRevision: revision, version }
    return {
      revision,
      key,
      entry: put?.lease === undefined ? entry : { ...entry, lease: put.lease },
      previous: before,
    }
  }

  /** Newest entries: in one query where the table knows them all, else by the rows that the heads name, many at a time. */
  *#newest(bounds: Bounds, limit: number): Generator<Entry> {
    if (!this.#heads.hasNewer(bounds)) {
      const rows = this.#sql.newest.iterate(bounds.from, bounds.to ?? BEYOND, limit + 1)
      for (const row of rows) yield entryOf(row as unknown as ChangeRow) as Entry
      return
    }
    let ids: number[] = []
    let left = limit + 1
    for (const head of this.#heads.between(bounds)) {
      if (head.version === 0) continue
      ids.push(head.id)
      left -= 1
      if (left === 0) break
      if (ids.length < AT_A_TIME) continue
      yield* this.#entries(ids)
      ids = []
    }
    yield* this.#entries(ids)
  }

  *#past(bounds: Bounds, { revision, keysOnly }: Omit<StoreRange, 'limit'>): Generator<Entry> {
    for (const head of this.#heads.between(bounds)) {
      if (keysOnly && head.revision <= revision) {
        if (head.version > 0) yield keyOf(head)
        continue
      }
      const row = this.#log.rowAt(head.id, revision)
      const entry = row && entryOf(row)
      if (entry !== undefined) yield keysOnly ? { ...entry, value: new Uint8Array() } : entry
    }
  }

  *#entries(ids: readonly number[]): Generator<Entry> {
    const rows = this.#sql.rows.all(JSON.stringify(ids)) as unknown as ChangeRow[]
    for (const row of rows) yield entryOf(row) as Entry
  }

  /** What a sweep that is still under way will take is not told any more. */
  #retained(versions: readonly Version[]): readonly Version[] {
    const floor = this.floor()
    const newest = versions.findLastIndex(({ revision }) => revision <= floor)
    const kept = versions.slice(Math.max(0, newest))
    const [first] = kept
    return first !== undefined && first.entry === undefined && first.revision < floor ? kept.slice(1) : kept
  }

  /** The next opening has less to read; whatever fails here is read again then. */
  #settle(): void {
    try {
      this.#db.exec('BEGIN')
      this.#heads.settle(this.#lastId)
      this.#db.exec('COMMIT')
    } catch {}
  }

  #meta(name: string): number {
    return (this.#sql.meta.get(name) as { value: number } | undefined)?.value ?? 0
  }
}
