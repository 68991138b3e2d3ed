import { join } from 'node:path'
import type { JournalFile, JournalFiles } from './journal-files.ts'
import { segmentName } from './segment-name.ts'

/** Makes an empty segment whose name survives a power loss; if that fails, it is as if nothing had been tried. */
export async function createSegment(
  files: JournalFiles,
  directory: string,
  first: number,
): Promise<JournalFile> {
  const path = join(directory, segmentName(first))
  const file = await files.open(path, 'create')
  try {
    await files.syncDirectory(directory)
    return file
  } catch (cause) {
    await file.close().catch(() => {})
    await files.remove(path).catch(() => {})
    throw cause
  }
}
