import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, ReeveError } from '@reeve/ground'
import { FileError } from '../errors.ts'
import type { BackupHeader } from './backup-lines.ts'
import { verifyBackup } from './read-backup.ts'

export interface WriteBackupOptions {
  /** Told how far it is, after each piece. */
  readonly progress: (done: number, all: number) => void
  /** Replace a file that is there. */
  readonly force: boolean
}

/**
 * Writes lines of a backup to a file that only its owner may read. The file is there once it is whole, on the disk and
 * read back; until then, and if anything fails, what was there before stays.
 */
export async function writeBackup(
  file: string,
  lines: AsyncIterable<string>,
  { progress, force }: WriteBackupOptions,
): Promise<{ readonly header: BackupHeader; readonly keys: number; readonly bytes: number }> {
  const partial = `${file}.partial`
  try {
    if (!force && (await exists(file))) {
      throw new FileError(`cannot back up to ${file}: it is there already`, {
        hint: 'choose another name, or give --force to replace it',
      })
    }
    const bytes = await fill(partial, lines, progress)
    const { header, keys } = await verifyBackup(partial)
    await rename(partial, file)
    await syncFolder(dirname(file))
    return { header, keys, bytes }
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => {})
    if (cause instanceof ReeveError) throw cause
    throw new FileError(`cannot back up to ${file}: ${messageOf(cause)}`, { cause })
  }
}

async function fill(
  path: string,
  lines: AsyncIterable<string>,
  progress: WriteBackupOptions['progress'],
): Promise<number> {
  const handle = await open(path, 'w', 0o600)
  let [bytes, done, all] = [0, -1, 0]
  try {
    for await (const text of lines) {
      if (done < 0) all = (JSON.parse(text.slice(0, text.indexOf('\n'))) as BackupHeader).keys
      done += text.split('\n').length - 1
      bytes += await write(handle, text)
      progress(Math.min(done, all), all)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return bytes
}

async function write(handle: FileHandle, text: string): Promise<number> {
  const data = Buffer.from(text)
  await handle.writeFile(data)
  return data.length
}

async function exists(path: string): Promise<boolean> {
  return open(path, 'r').then(
    (handle) => handle.close().then(() => true),
    () => false,
  )
}

/** A rename is on the disk once its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
