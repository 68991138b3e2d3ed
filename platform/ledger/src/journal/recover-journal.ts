import { join } from 'node:path'
import { findTail, type Tail } from './find-tail.ts'
import type { JournalRepair } from './journal.ts'
import type { JournalFile } from './journal-files.ts'
import type { JournalSettings } from './journal-settings.ts'
import { mendTail } from './mend-tail.ts'
import { type Segment, segmentName, segmentsAmong } from './segment-name.ts'

/** Where a journal stands when it is opened. */
export interface Recovered {
  readonly segments: readonly Segment[]
  /** Whether the next record needs a new segment. */
  readonly sealed: boolean
  readonly lastSequence: number
  /** Of the last sound record; minus infinity if there is none. */
  readonly lastTime: number
  readonly repairs: readonly JournalRepair[]
}

/** Finds where the newest segment ends, and mends it if it is torn. Damage before that is left to replay to report. */
export async function recoverJournal(settings: JournalSettings): Promise<Recovered> {
  const { files, directory, logger } = settings
  const firsts = segmentsAmong(await files.list(directory))
  const newest = firsts.at(-1)
  if (newest === undefined) {
    return { segments: [], sealed: true, lastSequence: 0, lastTime: Number.NEGATIVE_INFINITY, repairs: [] }
  }
  const tail = await readTail(settings, newest)
  const { lastSequence, loose } = tail
  const lastTime = tail.lastTime ?? (await findLastTime(settings, firsts.slice(0, -1)))
  if (loose === undefined) {
    return { segments: await measure(settings, firsts), sealed: false, lastSequence, lastTime, repairs: [] }
  }
  const savedAs = await mendTail(settings, { segment: newest, loose, next: lastSequence + 1 })
  const { offset, bytes, reason } = loose
  const repair: JournalRepair = { segment: segmentName(newest), offset, bytes, reason, savedAs }
  logger.warn('found torn tail', { ...repair })
  const sealed = savedAs === undefined
  const segments = await measure(settings, sealed ? firsts : [...firsts, lastSequence + 1])
  return { segments, sealed, lastSequence, lastTime, repairs: [repair] }
}

async function findLastTime(settings: JournalSettings, firsts: readonly number[]): Promise<number> {
  for (const first of firsts.toReversed()) {
    const { lastTime } = await readTail(settings, first)
    if (lastTime !== undefined) return lastTime
  }
  return Number.NEGATIVE_INFINITY
}

function readTail(settings: JournalSettings, first: number): Promise<Tail> {
  const { maxRecordBytes } = settings
  return withSegment(settings, first, (file) => findTail(file, { first, maxRecordBytes }))
}

async function measure(settings: JournalSettings, firsts: readonly number[]): Promise<readonly Segment[]> {
  const segments: Segment[] = []
  for (const first of firsts) {
    segments.push({ first, bytes: await withSegment(settings, first, (file) => file.size()) })
  }
  return segments
}

async function withSegment<T>(
  settings: JournalSettings,
  first: number,
  use: (file: JournalFile) => Promise<T>,
): Promise<T> {
  const file = await settings.files.open(join(settings.directory, segmentName(first)), 'read')
  try {
    return await use(file)
  } finally {
    await file.close()
  }
}
