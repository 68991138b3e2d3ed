import { chmodSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '@reeve/ground'
import { FileError, FolderHeldError } from '../errors.ts'

/** The right to work on a data folder alone. */
export interface FolderLock {
  release(): Promise<void>
}

/**
 * Keeps every other server and every restore off a data folder, whatever ledger it uses. The lock is the kernel's (on
 * an empty SQLite file, since Node offers no other way to it): it ends with the process, also under kill -9, and
 * nothing is judged by a process id that may have been given out again. Throws FolderHeldError with the holder's pid.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const pidPath = join(folder, 'server.pid')
  const held = await hold(join(folder, 'server.lock')).catch(async (cause) => {
    if (isBusy(cause)) throw new FolderHeldError(folder, await pidIn(pidPath), cause)
    throw new FileError(`cannot use data folder ${folder}: ${messageOf(cause)}`, { cause })
  })
  // Only to be named to others; the lock stands without it, also on a full disk.
  await writeFile(pidPath, `${process.pid}\n`, { mode: 0o600 }).catch(() => {})
  return {
    release: async () => {
      await rm(pidPath, { force: true }).catch(() => {})
      // The file stays: removing it would let two processes lock two files of the same name.
      held.close()
    },
  }
}

async function hold(path: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    chmodSync(path, 0o600)
    // On a file that may not be written to, SQLite takes a shared lock for an exclusive one; only a write tells.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1')
    return database
  } catch (cause) {
    database.close()
    throw cause
  }
}

async function pidIn(path: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(path, 'utf8').catch(() => ''), 10)
  return Number.isSafeInteger(pid) ? pid : undefined
}

/** SQLITE_BUSY and SQLITE_LOCKED, with whatever they were extended by. */
function isBusy(cause: unknown): boolean {
  const code = (cause as { readonly errcode?: number }).errcode ?? 0
  return [5, 6].includes(code & 0xff)
}
