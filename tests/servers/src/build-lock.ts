import { DatabaseSync } from 'node:sqlite'
import { type Clock, sleep } from '@reeve/ground'

const LOOK_AGAIN_MS = 200
const SQLITE_BUSY = 5

/**
 * Runs `work` while no other process runs under the same lock file; `onWait` is told the milliseconds waited so far.
 * The lock is SQLite's, so the kernel lets go of it when its owner dies: there are no stale locks.
 */
export async function withBuildLock<T>(
  file: string,
  work: () => Promise<T>,
  options: { readonly clock: Clock; readonly onWait: (ms: number) => void },
): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    const since = options.clock.monotonic()
    while (!taken(lock)) {
      options.onWait(options.clock.monotonic() - since)
      await sleep(options.clock, LOOK_AGAIN_MS)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function taken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return true
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === SQLITE_BUSY) return false
    throw cause
  }
}
