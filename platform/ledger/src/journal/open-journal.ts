import { ReeveError } from '@reeve/ground'
import { JournalReadOnlyError, JournalUnreadableError } from './errors.ts'
import { isReadOnly } from './file-faults.ts'
import { FileJournal } from './file-journal.ts'
import type { Journal, JournalOptions } from './journal.ts'
import { type JournalSettings, readSettings } from './journal-settings.ts'
import { recoverJournal } from './recover-journal.ts'

/**
 * Opens the journal in a directory for writing, and mends a torn end. Only one writer at a time: another one is refused
 * with JournalLockedError. A damaged journal opens too; its damage is told by `repairs` and by replay.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const settings = readSettings(options)
  try {
    return await open(settings)
  } catch (cause) {
    if (cause instanceof ReeveError) throw cause
    if (isReadOnly(cause)) throw new JournalReadOnlyError(settings.directory, cause)
    throw new JournalUnreadableError('open', settings.directory, cause)
  }
}

async function open(settings: JournalSettings): Promise<Journal> {
  await settings.files.makeDirectory(settings.directory)
  const lock = await settings.files.lock(settings.directory)
  try {
    return new FileJournal(settings, await recoverJournal(settings), () => lock.release())
  } catch (cause) {
    await lock.release()
    throw cause
  }
}
