import { join } from 'node:path'
import { JournalUnreadableError } from './errors.ts'
import { isGone } from './file-faults.ts'
import { ItemSieve } from './item-sieve.ts'
import type { JournalItem, ReplayOptions } from './journal.ts'
import type { JournalFiles } from './journal-files.ts'
import { type Scanned, scanSegment } from './scan-segment.ts'
import { segmentName } from './segment-name.ts'

/** What there is to read at some moment. */
export interface Extent {
  /** First sequences of the segments, oldest first. */
  readonly firsts: readonly number[]
  /** How much of the newest segment may be read. Default: all of it. */
  readonly end?: number | undefined
}

/** Where the items come from. */
export interface ItemSource {
  readonly files: JournalFiles
  readonly directory: string
  readonly maxRecordBytes: number
  extent(): Extent
  /** Resolves to true once there may be more than `extent()` gave last, to false if that is the end. */
  more(): Promise<boolean>
}

interface Place {
  readonly first: number
  readonly offset: number
  readonly line: number
}

/** Reads a journal from disk, a chunk at a time and only as fast as it is asked to. Holds no file while it waits. */
export async function* readItems(source: ItemSource, options: ReplayOptions): AsyncGenerator<JournalItem> {
  const sieve = new ItemSieve(options)
  let place: Place = { first: await findStart(source, options), offset: 0, line: 1 }
  for (;;) {
    const { firsts, end } = source.extent()
    const first = firsts.find((candidate) => candidate >= place.first)
    if (first !== undefined) {
      if (first !== place.first || place.offset === 0) {
        place = { first, offset: 0, line: 1 }
        yield* sieve.enter(first)
      }
      if (sieve.done) return
      for await (const scanned of scanFrom(source, place, first === firsts.at(-1) ? end : undefined)) {
        place = { first, offset: scanned.lineEnd, line: scanned.line + 1 }
        yield* sieve.take(scanned, first)
        if (sieve.done) return
      }
    }
    if (first !== undefined && first !== firsts.at(-1)) place = { first: first + 1, offset: 0, line: 1 }
    else if (!(await source.more())) return
  }
}

/** Time of the first sound record in a segment; `undefined` if it has none. */
export async function firstTimeIn(
  source: Omit<ItemSource, 'more' | 'extent'>,
  first: number,
): Promise<number | undefined> {
  for await (const scanned of scanFrom(source, { first, offset: 0, line: 1 })) {
    if (scanned.kind === 'record') return scanned.record.time
  }
  return undefined
}

/** The last segment that cannot begin after what was asked for. */
async function findStart(source: ItemSource, options: ReplayOptions): Promise<number> {
  const { fromSequence, fromTime } = options
  const { firsts } = source.extent()
  const bySequence = fromSequence === undefined ? 0 : (firsts.findLast((first) => first <= fromSequence) ?? 0)
  if (fromTime === undefined) return bySequence
  const newestFirst = firsts.filter((first) => first > bySequence).reverse()
  for (const first of newestFirst) {
    const time = await firstTimeIn(source, first)
    if (time !== undefined && time < fromTime) return first
  }
  return bySequence
}

/** A segment that is gone by now, removed by retention, has nothing in it. */
async function* scanFrom(
  source: Omit<ItemSource, 'more' | 'extent'>,
  place: Place,
  end?: number,
): AsyncGenerator<Scanned> {
  const { files, directory, maxRecordBytes } = source
  const { first, offset, line } = place
  try {
    const file = await files.open(join(directory, segmentName(first)), 'read')
    try {
      yield* scanSegment(file, { from: offset, line, end, maxRecordBytes })
    } finally {
      await file.close()
    }
  } catch (cause) {
    if (!isGone(cause)) throw new JournalUnreadableError('read', directory, cause)
  }
}
