import { JournalUnreadableError } from './errors.ts'
import type { JournalItem, JournalOptions, ReplayOptions } from './journal.ts'
import { DEFAULT_MAX_RECORD_BYTES } from './journal-settings.ts'
import { readItems } from './read-items.ts'
import { realFiles } from './real-files.ts'
import { segmentsAmong } from './segment-name.ts'

export interface ReadJournalOptions extends ReplayOptions, Pick<JournalOptions, 'maxRecordBytes' | 'files'> {}

/**
 * Replays a journal without opening it, also while another process writes to it. What that process has not
 * acknowledged yet may be read too; a last line that it is amid of writing is reported as unfinished.
 */
export async function* readJournal(
  directory: string,
  options: ReadJournalOptions = {},
): AsyncGenerator<JournalItem> {
  const { files = realFiles, maxRecordBytes = DEFAULT_MAX_RECORD_BYTES, ...replay } = options
  const names = await files.list(directory).catch((cause) => {
    throw new JournalUnreadableError('read', directory, cause)
  })
  const extent = { firsts: segmentsAmong(names) }
  yield* readItems(
    { files, directory, maxRecordBytes, extent: () => extent, more: async () => false },
    replay,
  )
}
