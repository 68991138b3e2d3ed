import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { realClock } from '@reeve/ground'
import { type Ledger, openSqliteLedger } from '@reeve/ledger'
import { backupLines } from '../backup/backup-lines.ts'
import { settleRestore } from '../backup/restore-backup.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { DataFolder } from '../data-folder.ts'
import { BadOptionError, NothingToBackUpError } from '../errors.ts'
import { formatOf, printResult } from '../output/print-result.ts'
import { progressOf } from '../output/progress.ts'
import { askForBackup } from '../serving/backup-socket.ts'
import { lockFolder } from '../serving/folder-lock.ts'
import { isEtcd, openLedger } from '../serving/open-ledger.ts'

export interface BackupOptions {
  readonly data: string
  readonly ledger?: string
  readonly withIdentity?: boolean
  readonly force?: boolean
  readonly output?: string
}

/** Writes what a ledger holds to one file: through the server that runs on it, or from the folder if none does. */
export async function backup(file: string, options: BackupOptions): Promise<void> {
  const format = formatOf(options.output)
  const progress = progressOf('backup', { clock: realClock, write: (text) => process.stderr.write(text) })
  const source = await sourceOf(options)
  try {
    const write = { progress, force: options.force ?? false }
    const { header, keys, bytes } = await writeBackup(resolve(file), source.lines, write)
    const { revision, time, backend } = header
    const withIdentity = options.withIdentity ?? false
    const result = { file: resolve(file), revision, keys, bytes, time, ledger: backend, withIdentity }
    const sentence = `backed up ${keys} keys at revision ${revision} to ${file} (${bytes} bytes)`
    process.stdout.write(printResult(result, sentence, format))
  } finally {
    await source.close()
  }
}

interface Source {
  readonly lines: AsyncIterable<string>
  readonly close: () => Promise<void>
}

async function sourceOf(options: BackupOptions): Promise<Source> {
  const { ledger: where = 'sqlite', withIdentity = false } = options
  const folder = new DataFolder(options.data)
  if (isEtcd(where)) {
    const ledger = await openLedger(where, folder)
    return fromLedger(ledger, withIdentity ? await folder.keptIdentity() : undefined, () => ledger.close())
  }
  if (where !== 'sqlite') {
    throw new BadOptionError(
      `cannot back up ledger "${where}": expected sqlite or etcd://host:port[,host:port…]`,
    )
  }
  if (!existsSync(folder.path)) throw new NothingToBackUpError(folder.path)
  const asked = await askForBackup(folder.path, { withIdentity })
  if (asked !== undefined) return { lines: asked.lines, close: async () => asked.close() }
  const lock = await lockFolder(folder.path)
  try {
    await settleRestore(folder)
    if (!existsSync(folder.ledger)) throw new NothingToBackUpError(folder.path)
    const ledger = await openSqliteLedger(folder.ledger)
    const identity = withIdentity ? await folder.keptIdentity() : undefined
    return fromLedger(ledger, identity, async () => {
      await ledger.close()
      await lock.release()
    })
  } catch (error) {
    await lock.release()
    throw error
  }
}

function fromLedger(ledger: Ledger, identity: unknown, close: () => Promise<void>): Source {
  return { lines: backupLines(ledger, { clock: realClock, identity }), close }
}
