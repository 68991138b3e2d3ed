import { accessSync, constants, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { InvalidRequestError, LockedError, ReadOnlyError } from '../errors.ts'
import { Acknowledged } from './acknowledged.ts'
import { isBusy, opened } from './sqlite-errors.ts'

/** 'reev' as SQLite's application id: tells our files from others. */
const APPLICATION_ID = 0x72656576
const FORMAT = 1

/**
 * `change` is the log: one row per changed key and revision, rows in the order of revisions, never updated. `previous`
 * is the row that it replaced, so a key's versions form a chain and no index on the log is needed. `current` holds
 * the newest row of each key, deletions included until compaction takes them.
 */
const SCHEMA = `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    revision INTEGER NOT NULL,
    time INTEGER NOT NULL,
    key TEXT NOT NULL,
    created INTEGER NOT NULL,
    version INTEGER NOT NULL,
    previous INTEGER,
    lease INTEGER,
    sum INTEGER NOT NULL,
    value BLOB
  );
  CREATE TABLE current (
    key TEXT PRIMARY KEY,
    id INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    created INTEGER NOT NULL,
    version INTEGER NOT NULL,
    lease INTEGER
  ) WITHOUT ROWID;
  CREATE INDEX current_lease ON current (lease) WHERE lease IS NOT NULL;
  CREATE TABLE lease (id INTEGER PRIMARY KEY AUTOINCREMENT, ttl INTEGER NOT NULL);
`

/** Opens the file for this process alone, makes it a ledger if it is new, and leaves it ready for durable commits. */
export function openDatabase(path: string): DatabaseSync {
  return opened(path, () => {
    checkWritable(path)
    const db = new DatabaseSync(path, { timeout: 0 })
    try {
      takeLock(db, path)
      prepare(db, path)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/** A new file with the schema, for a ledger that is written once. */
export function createDatabase(path: string): DatabaseSync {
  return opened(path, () => {
    const db = new DatabaseSync(path)
    db.exec('PRAGMA synchronous = FULL')
    makeSchema(db)
    return db
  })
}

/** SQLite would open the file for reading only, and then fail with an I/O error at its first lock. */
function checkWritable(path: string): void {
  try {
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new ReadOnlyError(`open ledger ${path}`, cause)
  }
}

function takeLock(db: DatabaseSync, path: string): void {
  try {
    // Exclusive before the first access to the WAL: no shared memory file, and the lock lasts until close.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL')
    db.exec('BEGIN EXCLUSIVE; COMMIT')
  } catch (error) {
    if (isBusy(error)) throw new LockedError(path, Acknowledged.holderOf(path), error)
    throw error
  }
}

function prepare(db: DatabaseSync, path: string): void {
  db.exec('PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY')
  // Fewer, larger checkpoints cost less; the write-ahead file stays near 16 MiB and is cut back to that.
  db.exec('PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 16777216')
  const tables = db.prepare('SELECT count(*) AS count FROM sqlite_schema').get()
  if (tables?.count === 0) return makeSchema(db)
  const application = db.prepare('PRAGMA application_id').get()?.application_id
  if (application !== APPLICATION_ID) {
    throw new InvalidRequestError(`cannot open ledger ${path}: it is some other program's SQLite file`)
  }
  const format = db.prepare('PRAGMA user_version').get()?.user_version
  if (format !== FORMAT) {
    throw new InvalidRequestError(
      `cannot open ledger ${path}: it has format ${format}, this version of Reeve reads format ${FORMAT}`,
      { hint: 'use the version of Reeve that wrote it, or a newer one' },
    )
  }
}

function makeSchema(db: DatabaseSync): void {
  db.exec(
    `BEGIN; ${SCHEMA} PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT}; COMMIT`,
  )
}
