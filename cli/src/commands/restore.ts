import { resolve } from 'node:path'
import { jsonLogger, realClock } from '@reeve/ground'
import { verifyBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { DataFolder } from '../data-folder.ts'
import { formatOf, printResult } from '../output/print-result.ts'
import { progressOf } from '../output/progress.ts'
import { lockFolder } from '../serving/folder-lock.ts'

export interface RestoreCommandOptions {
  readonly data: string
  readonly force?: boolean
  readonly output?: string
}

/** Puts a backup in the place of what a data folder holds: all of it or nothing. */
export async function restore(file: string, options: RestoreCommandOptions): Promise<void> {
  const format = formatOf(options.output)
  const write = (text: string): void => void process.stderr.write(text)
  const verified = await verifyBackup(resolve(file)) // before anything is made, be it only a folder
  const folder = new DataFolder(options.data)
  await folder.make()
  const lock = await lockFolder(folder.path)
  try {
    const { keys, from, revision, withIdentity } = await restoreBackup(folder, verified, {
      force: options.force ?? false,
      progress: progressOf('restore', { clock: realClock, write }),
      logger: jsonLogger({ clock: realClock, level: 'warn', write }),
    })
    const result = { data: folder.path, file: resolve(file), keys, from, revision, withIdentity }
    const sentence =
      `restored ${keys} keys of revision ${from} into ${folder.path}\n` +
      `revisions go on after ${revision}; clients that watch from older ones are told to list again (410)`
    process.stdout.write(printResult(result, sentence, format))
  } finally {
    await lock.release()
  }
}
