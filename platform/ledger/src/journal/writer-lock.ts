import { chmod, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { JournalLockedError } from './errors.ts'

const SQLITE_BUSY = 5

/**
 * Keeps other writers out, of this process or another, until released or until the process ends in whatever way.
 *
 * The lock is the kernel's (on an empty SQLite file, since Node offers no other way to it), so it has no stale state:
 * nothing is judged by a process id that may have been given out again. It holds between processes that share a
 * kernel, containers included; over a network file system it is as good as that system's locks.
 */
export async function takeWriterLock(directory: string): Promise<{ release(): Promise<void> }> {
  const path = join(directory, 'journal.lock')
  const pidPath = join(directory, 'journal.pid')
  const held = await hold(path, async (cause) => new JournalLockedError(directory, await readPid(pidPath), cause))
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

async function hold(path: string, refused: (cause: unknown) => Promise<Error>): Promise<DatabaseSync> {
  const database = new DatabaseSync(path)
  try {
    // By path: opening and closing the file ourselves would drop a lock that this process has on it.
    await chmod(path, 0o600)
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (cause) {
    database.close()
    throw isBusy(cause) ? await refused(cause) : cause
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY
}

async function readPid(path: string): Promise<number | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  const pid = Number.parseInt(text, 10)
  return Number.isSafeInteger(pid) ? pid : undefined
}
