import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { DatabaseSync } from 'node:sqlite'
import { InvalidRequestError } from '../errors.ts'
import { createDatabase } from './database.ts'
import { failed } from './sqlite-errors.ts'

/** Makes a new ledger file in one piece: it is there when it is whole, and nothing is left of it otherwise. */
export async function writeLedgerFile(
  path: string,
  fill: (db: DatabaseSync) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) {
    throw new InvalidRequestError(`cannot back up to ${path}: it is there already`, {
      hint: 'choose another name',
    })
  }
  const partial = `${path}.partial`
  await rm(partial, { force: true })
  let db: DatabaseSync | undefined
  try {
    db = createDatabase(partial)
    db.exec('BEGIN')
    await fill(db)
    db.exec('COMMIT')
    db.close()
    await rename(partial, path)
  } catch (error) {
    if (db?.isOpen) db.close()
    await rm(partial, { force: true })
    throw failed(`back up to ${path}`, error)
  }
}
