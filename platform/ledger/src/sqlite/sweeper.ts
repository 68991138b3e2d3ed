import type { DatabaseSync } from 'node:sqlite'
import type { HeadTable } from './head-table.ts'
import type { ChangeRow } from './rows.ts'
import type { Statements } from './statements.ts'

/** Rows looked at in one piece, at least: few, so that writers beside it hardly notice. */
const PIECE = 32
/** Pages given back to the file system in one piece. */
const PAGES = 16
/** Free pages are left for reuse until they are this much of the file. */
const FREE_SHARE = 0.25
const FREE_LEAST = 1_024

/**
 * Compaction. A row can go once the row that replaced it is at or below the floor; a deletion once it is below. Both
 * are found by walking the log from where the last compaction stopped, never by a search over all keys.
 */
export class Sweeper {
  readonly #db: DatabaseSync
  readonly #sql: Statements
  readonly #heads: HeadTable
  floor = 1
  #position = 0
  #walking = false

  constructor(db: DatabaseSync, sql: Statements, heads: HeadTable) {
    this.#db = db
    this.#sql = sql
    this.#heads = heads
    this.reload()
  }

  reload(): void {
    this.floor = Math.max(1, this.#meta('floor'))
    this.#position = this.#meta('swept')
    this.#walking = true
  }

  raiseFloor(revision: number, time: number): void {
    this.#sql.setMeta.run('floor', revision)
    this.#sql.setMeta.run('floorTime', time)
    this.reload()
  }

  /** Does a small piece, but more than was `written` since the last, so that it gets ahead; says if there is more. */
  sweep(written: number): boolean {
    if (this.#walking) this.#walking = this.#walk(Math.max(PIECE, 2 * written))
    return this.#walking || this.#giveBack()
  }

  #walk(most: number): boolean {
    const fetched = this.#sql.sweepRows.all(this.#position, most) as unknown as ChangeRow[]
    const rows = fetched.filter((row) => row.revision <= this.floor)
    const last = rows.at(-1)
    if (last === undefined) return false
    this.#sql.dropReplaced.run(this.#position, last.id)
    for (const row of rows) if (row.version === 0 && row.revision < this.floor) this.#dropDeletion(row)
    // Rows right at the floor are walked again next time: their deletions could not go yet.
    const swept = rows.findLast((row) => row.revision < this.floor)
    if (swept !== undefined) this.#sql.setMeta.run('swept', swept.id)
    this.#position = last.id
    return rows.length === most
  }

  #dropDeletion({ id, key }: ChangeRow): void {
    this.#sql.dropRow.run(id)
    this.#heads.drop(key, id)
  }

  #giveBack(): boolean {
    const { free, pages } = this.#sql.freePages.get() as { free: number; pages: number }
    if (free < FREE_LEAST || free < pages * FREE_SHARE) return false
    this.#db.exec(`PRAGMA incremental_vacuum(${PAGES})`)
    return true
  }

  #meta(name: string): number {
    return (this.#sql.meta.get(name) as { value: number } | undefined)?.value ?? 0
  }
}
