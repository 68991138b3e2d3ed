import type { DatabaseSync } from 'node:sqlite'
import type { Entry } from '../ledger.ts'
import { writeLedgerFile } from './ledger-file.ts'
import { checksum } from './rows.ts'

/** Pages of entries, in whatever order they come. */
export type Pages = AsyncIterable<readonly Entry[]> | Iterable<readonly Entry[]>

/** Writes a state without history as a ledger file that SQLite opens: what a backup of another backend is. */
export function writeStateFile(path: string, revision: number, pages: Pages): Promise<void> {
  return writeLedgerFile(path, async (db) => {
    db.exec('CREATE TEMP TABLE page AS SELECT * FROM change')
    const add = db.prepare('INSERT INTO page VALUES (NULL, ?, 0, ?, ?, ?, NULL, NULL, ?, ?)')
    for await (const page of pages) {
      for (const { key, value, createRevision, modRevision, version } of page) {
        add.run(modRevision, key, createRevision, version, checksum(value, modRevision), value)
      }
    }
    finish(db, revision)
  })
}

/** The log wants its rows in the order of revisions; pages come in the order of keys. */
function finish(db: DatabaseSync, revision: number): void {
  db.exec(`
    INSERT INTO change
      SELECT row_number() OVER (ORDER BY revision, key), revision, time, key, created, version, previous, lease, sum, value
      FROM page;
    INSERT INTO current SELECT key, id, revision, created, version, lease FROM change;
    INSERT INTO meta VALUES ('revision', ${revision}), ('floor', ${revision});
    DROP TABLE page`)
}
