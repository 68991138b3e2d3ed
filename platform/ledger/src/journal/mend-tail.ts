import { join } from 'node:path'
import { createSegment } from './create-segment.ts'
import { isDiskFull } from './file-faults.ts'
import type { Loose } from './find-tail.ts'
import type { JournalFile } from './journal-files.ts'
import type { JournalSettings } from './journal-settings.ts'
import { segmentName, tornName } from './segment-name.ts'

export interface TornTail {
  /** First sequence of the segment. */
  readonly segment: number
  readonly loose: Loose
  /** The sequence that the next record will have. */
  readonly next: number
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Sets the torn bytes aside in a file of their own, as they may have been acknowledged once; begins a new segment, so
 * that its name keeps the numbering; then cuts. Returns the name of that file. Where that is not safe, or there is no
 * room for it, everything stays as it is and the answer is `undefined`.
 */
export async function mendTail(settings: JournalSettings, torn: TornTail): Promise<string | undefined> {
  const { files, directory } = settings
  const { cutAt } = torn.loose
  if (cutAt === undefined) return undefined
  const savedAs = tornName(torn.segment, cutAt)
  const file = await files.open(join(directory, segmentName(torn.segment)), 'write')
  try {
    const prepared = await prepare(settings, torn, { file, cutAt, path: join(directory, savedAs) })
    if (!prepared) return undefined
    await file.truncate(cutAt)
    await file.sync()
    return savedAs
  } finally {
    await file.close()
  }
}

interface Cut {
  readonly file: JournalFile
  readonly cutAt: number
  readonly path: string
}

async function prepare(settings: JournalSettings, torn: TornTail, cut: Cut): Promise<boolean> {
  const { files, directory } = settings
  try {
    await setAside(settings, cut)
    const created = await createSegment(files, directory, torn.next)
    await created.close()
    return true
  } catch (cause) {
    if (!isDiskFull(cause)) throw cause
    await files.remove(cut.path).catch(() => {})
    return false
  }
}

async function setAside(settings: JournalSettings, { file, cutAt, path }: Cut): Promise<void> {
  // A file of that name can only be from an attempt that did not get as far as the cut: the same bytes.
  const aside = await settings.files.open(path, 'replace')
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let at = cutAt; ; ) {
      const read = await file.read(chunk, at)
      if (read === 0) break
      await aside.write(chunk.subarray(0, read), at - cutAt)
      at += read
    }
    await aside.sync()
  } finally {
    await aside.close()
  }
}
