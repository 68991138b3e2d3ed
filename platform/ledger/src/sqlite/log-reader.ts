import { type Bounds, within } from '../keys.ts'
import type { Change } from '../local/watch-hub.ts'
import { type ChangeRow, entryOf, type Place } from './rows.ts'
import type { Statements } from './statements.ts'

/** How many rows a reader that catches up gets at a time. */
const STRETCH = 1_024

/** Finds its way in the log, where rows stand in the order of revisions and of time. */
export class LogReader {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  row(id: number): ChangeRow | undefined {
    return this.#sql.row.get(id) as ChangeRow | undefined
  }

  last(): Place | undefined {
    return this.#sql.lastRow.get() as Place | undefined
  }

  /** The version of a key at a revision: down the chain from a newer one. */
  rowAt(id: number, revision: number): ChangeRow | undefined {
    let row = this.row(id)
    while (row !== undefined && row.revision > revision)
      row = row.previous === null ? undefined : this.row(row.previous)
    return row
  }

  /** The last row for which something holds that holds for all rows before it. */
  lastWhere(holds: (place: Place) => boolean): Place | undefined {
    let found: Place | undefined
    let [low, high] = [1, this.last()?.id ?? 0]
    while (low <= high) {
      const middle = Math.floor((low + high) / 2)
      const place = this.#sql.firstRowFrom.get(middle) as Place | undefined
      if (place === undefined || place.id > high || !holds(place)) {
        high = middle - 1
      } else {
        found = place
        low = place.id + 1
      }
    }
    return found
  }

  /** A stretch of whole revisions from `from` on, and the revision to go on from. */
  read(
    bounds: Bounds,
    from: number,
  ): { readonly changes: readonly Change[]; readonly next: number | undefined } {
    const { rows, next } = this.#stretch(this.lastWhere((row) => row.revision < from)?.id ?? 0)
    const wanted = rows.filter(({ revision, key }) => revision !== next && within(bounds, key))
    return { changes: wanted.map((row) => this.#changeOf(row)), next }
  }

  /** Rows after an id. `next` is the revision that may be cut off at the end; none if the log ends here. */
  #stretch(after: number): { readonly rows: readonly ChangeRow[]; readonly next: number | undefined } {
    for (let limit = STRETCH; ; limit *= 2) {
      const rows = this.#sql.stretch.all(after, limit) as unknown as ChangeRow[]
      if (rows.length < limit) return { rows, next: undefined }
      const next = rows.at(-1)?.revision
      if (next !== rows[0]?.revision) return { rows, next }
    }
  }

  #changeOf(row: ChangeRow): Change {
    const { revision, key, previous } = row
    const entry = entryOf(row)
    const change = { revision, key, previous: () => this.before(previous) }
    return entry === undefined ? change : { ...change, entry }
  }

  /** What a key held in a row that was replaced, if compaction has left it. */
  before(previous: number | null): ReturnType<typeof entryOf> {
    const row = previous === null ? undefined : this.row(previous)
    return row && entryOf(row)
  }
}
