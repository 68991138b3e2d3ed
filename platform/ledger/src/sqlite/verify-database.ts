import type { DatabaseSync } from 'node:sqlite'
import type { Verification } from '../ledger.ts'
import { type ChangeRow, isIntact } from './rows.ts'

/** More problems than this help nobody. */
const MOST = 100

/** Reads the whole file: SQLite's own structure, every checksum, and that log and newest rows agree. */
export function verifyDatabase(db: DatabaseSync, revision: number): Verification {
  const problems = [...structure(db), ...disagreements(db)]
  let checked = 0
  let last = 0
  for (const item of db.prepare('SELECT * FROM change ORDER BY id').iterate()) {
    const row = item as unknown as ChangeRow
    checked += 1
    if (!isIntact(row)) problems.push(`revision ${row.revision} of ${row.key} has a wrong checksum`)
    if (row.revision < last) problems.push(`revision ${row.revision} stands after revision ${last}`)
    last = row.revision
    if (problems.length > MOST) break
  }
  if (last > revision) problems.push(`the log reaches revision ${last}, beyond the newest, ${revision}`)
  return { revision, checked, problems: problems.slice(0, MOST) }
}

function structure(db: DatabaseSync): readonly string[] {
  const rows = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[]
  return rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
}

function disagreements(db: DatabaseSync): readonly string[] {
  const differing = db.prepare(`SELECT k.key FROM current k LEFT JOIN change c ON c.id = k.id
    WHERE c.id IS NULL OR c.key <> k.key OR c.revision <> k.revision OR c.created <> k.created
      OR c.version <> k.version OR c.lease IS NOT k.lease`)
  const superseded = db.prepare(`SELECT k.key FROM current k JOIN change c ON c.previous = k.id`)
  const named = (found: unknown[], what: string): string[] =>
    (found as { key: string }[]).map(({ key }) => `the newest row of ${key} ${what}`)
  return [
    ...named(differing.all(), 'does not agree with the log'),
    ...named(superseded.all(), 'has been replaced in the log'),
  ]
}
