import { existsSync } from 'node:fs'
import { access, chmod, constants, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isBusy } from '../sqlite/sqlite-errors.ts'
import { JournalLockedError } from './errors.ts'

/**
 * Keeps other writers out, of this process or another, until released or until the process ends in whatever way.
 *
 * The lock is the kernel's (on an empty SQLite file, since Node offers no other way to it), so it has no stale state:
 * nothing is judged by a process id that may have been given out again. It holds between processes that share a
 * kernel, containers included; over a network file system it is as good as that system's locks.
 */
export async function takeWriterLock(directory: string): Promise<{ release(): Promise<void> }> {
  const pidPath = join(directory, 'journal.pid')
  const held = await hold(
    directory,
    async (cause) => new JournalLockedError(directory, await readPid(pidPath), cause),
  )
  // Only to be named to others; the lock stands without it, also on a full disk.
  await writeFile(pidPath, `${process.pid}\n`, { mode: 0o600 }).catch(() => {})
  return {
    release: async () => {
      await rm(pidPath, { force: true }).catch(() => {})
      // The file stays: removing it would let two writers lock two files of the same name.
      held.close()
    },
  }
}

async function hold(directory: string, refused: (cause: unknown) => Promise<Error>): Promise<DatabaseSync> {
  const path = join(directory, 'journal.lock')
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path)
    // By path: opening and closing the file ourselves would drop a lock that this process has on it.
    await chmod(path, 0o600).catch(() => {})
    // On a file that may not be written to, SQLite takes a shared lock for an exclusive one; only a write tells.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
    return database
  } catch (cause) {
    database?.close()
    if (isBusy(cause)) throw await refused(cause)
    await access(existsSync(path) ? path : directory, constants.W_OK) // knows better than SQLite why a file cannot be made or written to
    throw cause
  }
}

async function readPid(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isSafeInteger(pid) ? pid : undefined
}
