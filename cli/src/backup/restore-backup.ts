import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Logger, messageOf } from '@reeve/ground'
import { type Ledger, type Op, openSqliteLedger } from '@reeve/ledger'
import type { DataFolder } from '../data-folder.ts'
import { FileError, FolderNotEmptyError } from '../errors.ts'
import { readAcknowledged, writeAcknowledged } from './acknowledged-file.ts'
import { type BackupHeader, bytesOf } from './backup-lines.ts'
import { readBackup, type VerifiedBackup } from './read-backup.ts'
import { syncFolder } from './write-backup.ts'

/**
 * How far revisions jump, as `etcdutl snapshot restore --bump-revision` does for Kubernetes: more than anyone wrote
 * after the backup was made, so that no client that saw those revisions meets one of them again.
 */
export const REVISION_JUMP = 1_000_000_000

/** Keys written in one transaction. */
const PAGE = 500
/** Being written: worth nothing. */
const PARTIAL = 'restore.partial'
/** Whole: it takes the place of the old one, now or when the folder is used next. */
const WHOLE = 'restore.whole'
const PIECES = ['ledger.db', 'ledger.db-ack', 'identity.json'] as const

export interface RestoreOptions {
  /** Replace what the folder holds. */
  readonly force: boolean
  readonly progress: (done: number, all: number) => void
  readonly logger: Logger
}

export interface Restored {
  readonly keys: number
  /** The revision that was backed up. */
  readonly from: number
  /** The ledger's revision now; older ones count as compacted. */
  readonly revision: number
  readonly withIdentity: boolean
}

/**
 * Puts a verified backup in the place of what a folder holds. The caller holds the folder's lock. Everything is built beside the
 * old ledger; one rename decides, and whatever comes after it is done again by `settleRestore` if it was interrupted.
 */
export async function restoreBackup(
  folder: DataFolder,
  { file, header, withIdentity }: VerifiedBackup,
  { force, progress, logger }: RestoreOptions,
): Promise<Restored> {
  await settleRestore(folder)
  if (existsSync(folder.ledger) && !force) throw new FolderNotEmptyError(folder.path)
  const partial = join(folder.path, PARTIAL)
  try {
    await mkdir(partial, { mode: 0o700 })
    const start = Math.max(header.revision, await newestOf(folder.ledger, logger)) + REVISION_JUMP
    const revision = await build(file, partial, { start, progress })
    // Closing folds the write-ahead file in; without it the ledger is one file that can be moved.
    if (existsSync(join(partial, 'ledger.db-wal')))
      throw new FileError(`cannot restore ${file}: the ledger did not close`)
    await syncFolder(partial)
    await rename(partial, join(folder.path, WHOLE))
    await syncFolder(folder.path)
    await settleRestore(folder)
    return { keys: header.keys, from: header.revision, revision, withIdentity }
  } catch (cause) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause
    throw new FileError(`cannot restore into ${folder.path}: ${messageOf(cause)}`, { cause })
  }
}

/** Brings a restore that was interrupted to its end, or takes it back if it was not whole. The caller holds the lock. */
export async function settleRestore(folder: DataFolder): Promise<void> {
  await rm(join(folder.path, PARTIAL), { recursive: true, force: true })
  const whole = join(folder.path, WHOLE)
  if (!existsSync(whole)) return
  // As long as the new ledger is in here, what lies at its place is the old one, and its companions must not outlive it.
  if (existsSync(join(whole, 'ledger.db'))) {
    for (const companion of ['-wal', '-shm', '-ack']) await rm(folder.ledger + companion, { force: true })
  }
  for (const piece of PIECES) {
    if (existsSync(join(whole, piece))) await rename(join(whole, piece), join(folder.path, piece))
  }
  await syncFolder(folder.path)
  await rm(whole, { recursive: true })
}

interface BuildOptions {
  readonly start: number
  readonly progress: RestoreOptions['progress']
}

async function build(file: string, partial: string, { start, progress }: BuildOptions): Promise<number> {
  const path = join(partial, 'ledger.db')
  await writeAcknowledged(path, start)
  const ledger = await openSqliteLedger(path, { acceptLoss: true })
  try {
    const identity = await fill(ledger, file, progress)
    if (identity !== undefined) await writeSynced(join(partial, 'identity.json'), JSON.stringify(identity))
    const { revision, problems } = await ledger.verify()
    if (problems.length > 0) throw new FileError(`cannot restore ${file}: ${problems[0]}`)
    return revision
  } finally {
    await ledger.close()
  }
}

/** Puts every key; answers with the identity, where the backup has one. */
async function fill(ledger: Ledger, file: string, progress: RestoreOptions['progress']): Promise<unknown> {
  let header: BackupHeader | undefined
  let identity: unknown
  let done = 0
  let ops: Op[] = []
  const put = async (): Promise<void> => {
    if (ops.length > 0) await ledger.txn([], ops)
    done += ops.length
    ops = []
    progress(done, header?.keys ?? done)
  }
  for await (const item of readBackup(file)) {
    if (item.type === 'header') header = item.header
    else if (item.type === 'identity') identity = item.identity
    else ops.push({ do: 'put', key: item.entry.key, value: bytesOf(item.entry) })
    if (ops.length === PAGE) await put()
  }
  await put()
  return identity
}

/** The newest revision of the ledger that is replaced, also where it cannot be opened any more; 0 if there is none. */
async function newestOf(path: string, logger: Logger): Promise<number> {
  if (!existsSync(path)) return 0
  try {
    const ledger = await openSqliteLedger(path)
    const revision = await ledger.revision()
    await ledger.close()
    return revision
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'LEDGER_LOCKED') throw error
    logger.warn('cannot open the ledger that is replaced', { path, reason: messageOf(error) })
    return readAcknowledged(path)
  }
}

async function writeSynced(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
