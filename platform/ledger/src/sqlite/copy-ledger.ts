import type { DatabaseSync } from 'node:sqlite'
import { writeLedgerFile } from './ledger-file.ts'
import type { ChangeRow } from './rows.ts'
import type { Statements } from './statements.ts'

/** Rows copied in one turn: a few milliseconds. */
const STRETCH = 500

export interface CopyOptions {
  /** The last row that belongs to the copy. */
  readonly lastId: number
  /** What the ledger keeps beside its rows. */
  readonly meta: Readonly<Record<string, number>>
  /** Lets others run. */
  readonly pause: () => Promise<void>
}

/**
 * Copies the log up to a row while it is being appended to; nothing may be swept meanwhile. Not SQLite's own backup:
 * that one runs on another thread over the same connection, and fails when a commit comes in its way.
 */
export function copyLedger(path: string, sql: Statements, options: CopyOptions): Promise<void> {
  const { lastId, meta, pause } = options
  return writeLedgerFile(path, async (db) => {
    const add = db.prepare('INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
    for (let after = 0; after < lastId; await pause()) {
      const rows = (sql.stretch.all(after, STRETCH) as unknown as ChangeRow[]).filter(
        ({ id }) => id <= lastId,
      )
      if (rows.length === 0) break
      for (const row of rows) add.run(...columnsOf(row))
      after = rows.at(-1)?.id ?? lastId
    }
    finish(db, sql, meta)
  })
}

function columnsOf(row: ChangeRow): (number | string | Uint8Array | null)[] {
  const { id, revision, time, key, created, version, previous, lease, sum, value } = row
  return [id, revision, time, key, created, version, previous, lease, sum, value]
}

function finish(db: DatabaseSync, sql: Statements, meta: CopyOptions['meta']): void {
  // With max(), SQLite takes the other columns from the row that has it.
  db.exec(`INSERT INTO current SELECT key, id, revision, created, version, lease
    FROM (SELECT key, max(id) AS id, revision, created, version, lease FROM change GROUP BY key)`)
  const addLease = db.prepare('INSERT INTO lease VALUES (?, ?)')
  for (const { id, ttl } of sql.leases.all() as { id: number; ttl: number }[]) addLease.run(id, ttl)
  const setMeta = db.prepare('INSERT INTO meta VALUES (?, ?)')
  for (const [name, value] of Object.entries(meta)) setMeta.run(name, value)
}
