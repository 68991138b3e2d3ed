import { SimulatedDisk, systemError, VirtualClock } from '@reeve/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Journal, JournalItem, JournalOptions, ReplayOptions } from './journal.ts'
import { openJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'
import { segmentName } from './segment-name.ts'

const START = Date.UTC(2026, 0, 1)

let disk: SimulatedDisk
let journal: Journal

/** Nine records, three to a segment, a second apart; keys a, b, c in turn. */
async function fill(options: Partial<JournalOptions> = {}): Promise<void> {
  disk = new SimulatedDisk()
  journal = await openJournal({ directory: '/journal', files: disk, segmentBytes: 300, ...options })
  for (let n = 0; n < 9; n += 1) {
    const type = n % 2 === 0 ? 'even' : 'odd'
    await journal.append({ type, key: 'abc'[n % 3] ?? '', time: START + n * 1000 })
  }
}

function brief(item: JournalItem): unknown {
  if (item.kind === 'record') return item.record.sequence
  return item.kind === 'gap' ? ['gap', item.from, item.to] : ['damage', item.reason]
}

async function replay(options?: ReplayOptions): Promise<unknown[]> {
  return (await Array.fromAsync(journal.replay(options))).map(brief)
}

/** The segments that are opened while `action` runs. */
async function opened(action: () => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  disk.before = ({ name, file }) => void (name === 'open' && names.push(file))
  await action()
  disk.before = () => {}
  return names
}

beforeEach(() => fill())

describe('replay', () => {
  it('gives everything in order, over all segments', async () => {
    expect(journal.stats().segments).toBe(3)
    expect(await replay()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it.each<[string, ReplayOptions, unknown[]]>([
    ['a sequence', { fromSequence: 5 }, [5, 6, 7, 8, 9]],
    ['a span of sequences', { fromSequence: 3, toSequence: 4 }, [3, 4]],
    ['a time', { fromTime: START + 6500 }, [8, 9]],
    ['the time of a record', { fromTime: START + 6000 }, [7, 8, 9]],
    ['a time before all', { fromTime: 0 }, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a time after all', { fromTime: START * 2 }, []],
    ['a type', { types: ['odd'] }, [2, 4, 6, 8]],
    ['a key', { key: 'b' }, [2, 5, 8]],
    ['all of these', { fromSequence: 3, fromTime: START + 3000, key: 'b', types: ['even'] }, [5]],
    ['what is not there yet', { fromSequence: 10 }, []],
  ])('finds %s', async (_what, options, expected) => {
    expect(await replay(options)).toEqual(expected)
  })

  it('opens no segment before the sequence asked for, and none after the last', async () => {
    expect(await opened(() => replay({ fromSequence: 5, toSequence: 6 }))).toEqual([segmentName(4)])
  })

  it('reads of the segments before the time asked for no more than their first record', async () => {
    const names = await opened(() => replay({ fromTime: START + 4000 }))
    expect(names).not.toContain(segmentName(1))
  })

  it('gives what was acknowledged when it was called, not what came later', async () => {
    const replayed = journal.replay()
    await journal.append({ type: 'later' })
    expect(await Array.fromAsync(replayed)).toHaveLength(9)
  })

  it('reports damage in the middle with its place, skips it, and says what is missing', async () => {
    disk.change(segmentName(4), (bytes) => bytes.fill('#', 110, 120))
    const items = await Array.fromAsync(journal.replay())
    expect(items.map(brief)).toEqual([1, 2, 3, 4, ['damage', 'checksum'], ['gap', 5, 5], 6, 7, 8, 9])
    const line = disk.contents.get(segmentName(4))?.indexOf('\n') ?? 0
    expect(items[4]).toMatchObject({
      segment: segmentName(4),
      offset: line + 1,
      line: 2,
      bytes: expect.any(Number),
    })
  })

  it('reports damage and gaps only where they matter to what was asked for', async () => {
    disk.change(segmentName(4), (bytes) => bytes.fill('#', 110, 120))
    expect(await replay({ fromSequence: 6 })).toEqual([6, 7, 8, 9])
    expect(await replay({ fromSequence: 5, toSequence: 6 })).toEqual([
      ['damage', 'checksum'],
      ['gap', 5, 5],
      6,
    ])
    expect(await replay({ fromTime: START + 6000 })).toEqual([7, 8, 9])
    expect(await replay({ fromTime: START + 4000 })).toEqual([['gap', 5, 5], 6, 7, 8, 9])
  })

  it('says what is missing when whole segments are', async () => {
    await disk.remove(segmentName(4))
    expect(await replay()).toEqual([1, 2, 3, ['gap', 4, 6], 7, 8, 9])
    await disk.remove(segmentName(1))
    expect(await replay({ fromSequence: 2, types: ['odd'] })).toEqual([['gap', 2, 3], ['gap', 4, 6], 8])
  })

  it('takes a line longer than allowed for damage', async () => {
    await fill({ maxRecordBytes: 200, segmentBytes: 10_000 })
    disk.change(segmentName(1), (bytes) =>
      Buffer.from(bytes.toString().replace('\n', `${' '.repeat(200)}\n`)),
    )
    expect((await replay()).slice(0, 3)).toEqual([['damage', 'too-long'], ['gap', 1, 1], 2])
  })

  it('takes a record that comes a second time for damage', async () => {
    disk.change(segmentName(1), (bytes) => Buffer.concat([bytes, bytes]))
    expect((await replay({ toSequence: 4 })).slice(2)).toEqual([
      3,
      ...Array.from({ length: 3 }, () => ['damage', 'out-of-order']),
      4,
    ])
  })

  it('says that a disk cannot be read', async () => {
    disk.before = ({ name }) => {
      if (name === 'read') throw systemError('EIO', 'broken')
    }
    await expect(replay()).rejects.toMatchObject({ code: 'JOURNAL_UNREADABLE' })
  })

  it('reads no further than it is asked to', async () => {
    await fill({ segmentBytes: 2 ** 30 })
    for (let n = 0; n < 20; n += 1) await journal.append({ type: 'large', data: 'z'.repeat(100_000) })
    let reads = 0
    disk.before = ({ name }) => {
      if (name === 'read') reads += 1
    }
    const items = journal.replay()[Symbol.asyncIterator]()
    await items.next()
    expect(reads).toBe(1)
    await items.return?.()
  })

  it('leaves no file open when its reader stops early', async () => {
    await journal.close()
    for await (const _item of journal.replay()) break
    expect(disk.handles).toBe(0)
  })
})

describe('readJournal', () => {
  it('finds the same as a replay, without opening the journal', async () => {
    const items = await Array.fromAsync(readJournal('/journal', { files: disk, fromSequence: 4, key: 'b' }))
    expect(items.map(brief)).toEqual([5, 8])
  })

  it('reports a line that is being written as unfinished', async () => {
    disk.change(segmentName(7), (bytes) => Buffer.concat([bytes, Buffer.from('{"seq":10,')]))
    const items = await Array.fromAsync(readJournal('/journal', { files: disk, fromSequence: 9 }))
    expect(items.map(brief)).toEqual([9, ['damage', 'unfinished']])
  })

  it('passes over a segment that retention removes under its eyes', async () => {
    const reading = readJournal('/journal', { files: disk })
    await reading.next()
    await disk.remove(segmentName(4))
    expect((await Array.fromAsync(reading)).map(brief)).toEqual([2, 3, ['gap', 4, 6], 7, 8, 9])
  })

  it('says that there is no journal', async () => {
    const reading = Array.fromAsync(readJournal('/nowhere/at/all'))
    await expect(reading).rejects.toMatchObject({ code: 'JOURNAL_UNREADABLE', hint: expect.any(String) })
  })
})

describe('retention', () => {
  it('removes whole segments, oldest first, and never the newest', async () => {
    await fill({ retain: { segments: 2 } })
    expect(journal.stats()).toMatchObject({ segments: 2, firstSequence: 4, lastSequence: 9 })
    await fill({ retain: { bytes: 0 } })
    expect(await replay()).toEqual([7, 8, 9])
    await fill({ retain: { bytes: 550 } })
    expect(journal.stats()).toMatchObject({ segments: 2, bytes: expect.toSatisfy((bytes) => bytes <= 550) })
  })

  it('removes what is older than allowed', async () => {
    await fill({ retain: { ms: 5000 }, clock: new VirtualClock(START + 10_000) })
    expect(await replay()).toEqual([4, 5, 6, 7, 8, 9])
  })

  it('is told as a gap to whoever asks for what is gone, and to nobody else', async () => {
    await fill({ retain: { segments: 2 } })
    expect(await replay({ fromSequence: 2, toSequence: 5 })).toEqual([['gap', 2, 3], 4, 5])
    expect(await replay()).toEqual([4, 5, 6, 7, 8, 9])
  })

  it('survives reopening and a power loss', async () => {
    await fill({ retain: { segments: 2 } })
    disk.crash(0)
    const again = await openJournal({ directory: '/journal', files: disk })
    expect(again.stats()).toMatchObject({ segments: 2, firstSequence: 4, lastSequence: 9 })
  })

  it('is no reason to refuse records when it fails', async () => {
    disk.before = ({ name }) => {
      if (name === 'remove') throw systemError('EIO', 'broken')
    }
    await journal.close()
    journal = await openJournal({
      directory: '/journal',
      files: disk,
      segmentBytes: 300,
      retain: { segments: 1 },
    })
    for (let n = 0; n < 4; n += 1) await journal.append({ type: 'x' })
    expect(await replay()).toHaveLength(13)
  })
})
