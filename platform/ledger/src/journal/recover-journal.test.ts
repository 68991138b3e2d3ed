import { type LogFields, silentLogger } from '@reeve/ground'
import { SimulatedDisk, systemError } from '@reeve/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Journal, JournalItem, JournalOptions } from './journal.ts'
import { openJournal } from './open-journal.ts'
import { segmentName } from './segment-name.ts'

const NEWEST = segmentName(1)

let disk: SimulatedDisk

function open(options: Partial<JournalOptions> = {}): Promise<Journal> {
  return openJournal({ directory: '/journal', files: disk, ...options })
}

async function replay(journal: Journal): Promise<unknown[]> {
  const brief = (item: JournalItem): unknown => {
    if (item.kind === 'record') return item.record.sequence
    return item.kind === 'gap' ? ['gap', item.from, item.to] : ['damage', item.reason]
  }
  return (await Array.fromAsync(journal.replay())).map(brief)
}

/** The bytes of the newest segment, with its end cut off or something added. */
function tear(change: (bytes: Buffer) => Buffer): void {
  disk.change(NEWEST, change)
}

function lastLine(bytes: Buffer): number {
  return bytes.lastIndexOf('\n', bytes.length - 2) + 1
}

beforeEach(async () => {
  disk = new SimulatedDisk()
  await using journal = await open()
  for (let n = 0; n < 3; n += 1) await journal.append({ type: 'x' })
})

describe('recoverJournal', () => {
  it('cuts off a torn end at any byte, keeps everything before it, and does not give its number again', async () => {
    const whole = disk.contents.get(NEWEST) ?? Buffer.alloc(0)
    const start = lastLine(whole)
    for (let size = start + 1; size < whole.length; size += 1) {
      disk = new SimulatedDisk()
      await (await disk.open(NEWEST, 'create')).write(whole.subarray(0, size), 0)
      await using journal = await open()
      expect(journal.repairs).toMatchObject([
        { segment: NEWEST, offset: start, bytes: size - start, reason: 'unfinished' },
      ])
      const { sequence } = await journal.append({ type: 'after' })
      expect(await replay(journal)).toEqual([1, 2, ['gap', 3, sequence - 1], sequence])
      expect(sequence).toBe(size > start + '{"seq":3'.length ? 4 : sequence)
    }
  })

  it('keeps the bytes that it cuts off, as they may have been acknowledged once', async () => {
    tear((bytes) => bytes.fill('#', bytes.length - 30, bytes.length - 20))
    const torn = disk.contents.get(NEWEST)?.subarray(lastLine(disk.contents.get(NEWEST) ?? Buffer.alloc(0)))
    await using journal = await open()
    const savedAs = journal.repairs[0]?.savedAs ?? ''
    expect(savedAs).toMatch(/^journal-0{19}1\.jsonl\.torn-\d+$/)
    expect(disk.contents.get(savedAs)).toEqual(torn)
    expect(journal.stats().repairs).toBe(1)
  })

  it('keeps the numbering after a repair, also over restarts without a record in between', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    for (let round = 0; round < 3; round += 1) await (await open()).close()
    disk.crash(0)
    await using journal = await open()
    expect(journal.repairs).toEqual([])
    expect(await replay(journal)).toEqual([1, 2, ['gap', 3, 3]])
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 4 })
  })

  it('has the bytes safe before it cuts them off', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    const torn = disk.contents.get(NEWEST)?.length ?? 0
    const journal = await open()
    disk.crash(0)
    const saved = disk.contents.get(journal.repairs[0]?.savedAs ?? '')?.length ?? 0
    expect((disk.contents.get(NEWEST)?.length ?? 0) + saved).toBe(torn)
  })

  it('does not open when the torn bytes cannot be saved for another reason than room, and changes nothing', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    const before = disk.contents.get(NEWEST)
    disk.before = ({ name }) => {
      if (name === 'write') throw systemError('EIO', 'broken')
    }
    await expect(open()).rejects.toMatchObject({ code: 'JOURNAL_UNREADABLE' })
    expect(disk.contents.get(NEWEST)).toEqual(before)
  })

  it('lets time not go back either when the last record was torn', async () => {
    await using writer = await open()
    await writer.append({ type: 'x', time: 9e12 })
    await writer.append({ type: 'torn', time: 9e12 })
    await writer.close()
    tear((bytes) => bytes.subarray(0, -10))
    await (await open()).close()
    await using journal = await open()
    expect(await journal.append({ type: 'x' })).toMatchObject({ time: 9e12 })
  })

  it('keeps a line of two records of which only the first is sound, and gives neither number again', async () => {
    tear((bytes) => {
      bytes[lastLine(bytes) - 1] = 0x0b
      return bytes.fill('#', bytes.length - 30, bytes.length - 20)
    })
    const before = disk.contents.get(NEWEST)
    await using journal = await open()
    expect(journal.repairs).toMatchObject([{ reason: 'separator', savedAs: undefined }])
    expect((await journal.append({ type: 'x' })).sequence).toBeGreaterThan(3)
    expect(disk.contents.get(NEWEST)).toEqual(before)
    expect((await replay(journal)).slice(0, 4)).toEqual([
      1,
      2,
      ['damage', 'separator'],
      ['damage', 'checksum'],
    ])
  })

  it('gives no number again of two records that became one torn line', async () => {
    tear((bytes) => {
      bytes[lastLine(bytes) - 1] = 0x0b
      return bytes.subarray(0, -10)
    })
    await using journal = await open()
    expect((await journal.append({ type: 'x' })).sequence).toBeGreaterThan(3)
  })

  it('says so to the logger', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    const warned: (LogFields | undefined)[] = []
    const logger = { ...silentLogger, warn: (_words: string, fields?: LogFields) => void warned.push(fields) }
    await open({ logger: { ...logger, with: () => logger } })
    expect(warned).toMatchObject([{ segment: NEWEST, reason: 'unfinished' }])
  })

  it('leaves damage alone that a sound record follows', async () => {
    const before = tearFirst()
    await using journal = await open()
    expect(journal.repairs).toEqual([])
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 4 })
    expect(disk.contents.get(NEWEST)?.subarray(0, before.length)).toEqual(before)
    expect(await replay(journal)).toEqual([['damage', 'checksum'], ['gap', 1, 1], 2, 3, 4])
  })

  function tearFirst(): Buffer {
    tear((bytes) => bytes.fill('#', 10, 12))
    return disk.contents.get(NEWEST) ?? Buffer.alloc(0)
  }

  it.each([
    ['nothing but zeros', () => Buffer.alloc(5000)],
    ['nothing but noise', () => Buffer.from('noise\n'.repeat(50))],
    ['a page of zeros at its end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(4096)])],
    ['nothing at all', () => Buffer.alloc(0)],
  ])('opens a segment that holds %s, and goes on with a new number', async (_what, change) => {
    tear(change)
    await using journal = await open()
    const { sequence } = await journal.append({ type: 'after' })
    const kept = change(disk.contents.get(NEWEST) ?? Buffer.alloc(0)).length === 0 ? 0 : 3
    expect(sequence).toBeGreaterThan(kept)
    expect((await replay(journal)).at(-1)).toBe(sequence)
  })

  it('finds the last sound record however much noise comes after it', async () => {
    tear((bytes) => Buffer.concat([bytes, Buffer.alloc(3_000_000)]))
    await using journal = await open()
    expect(journal.repairs).toMatchObject([{ bytes: 3_000_000 }])
    expect((await replay(journal)).slice(0, 3)).toEqual([1, 2, 3])
  })

  it('leaves a last line alone that is too long to be checked', async () => {
    await using writer = await open()
    await writer.append({ type: 'long', data: 'z'.repeat(5000) })
    await writer.close()
    const before = disk.contents.get(NEWEST)
    await using small = await open({ maxRecordBytes: 1000 })
    expect(small.repairs).toMatchObject([{ reason: 'too-long', savedAs: undefined }])
    const { sequence } = await small.append({ type: 'after' })
    await small.close()
    expect(disk.contents.get(NEWEST)).toEqual(before)
    await using large = await open()
    expect(await replay(large)).toEqual([1, 2, 3, 4, ['gap', 5, sequence - 1], sequence])
  })

  it('opens on a full disk too: what is torn stays where it is until there is room', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    const before = disk.contents
    disk.before = ({ name }) => {
      if (name === 'write') throw systemError('ENOSPC', 'no room')
    }
    await using journal = await open()
    expect(journal.repairs).toMatchObject([{ reason: 'unfinished', savedAs: undefined }])
    expect(disk.contents).toEqual(before)
    await expect(journal.append({ type: 'x' })).rejects.toMatchObject({ code: 'JOURNAL_DISK_FULL' })
    disk.before = () => {}
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 4 })
    expect(await replay(journal)).toEqual([1, 2, ['damage', 'unfinished'], ['gap', 3, 3], 4])
  })

  it('lets retention take what was cut off along with its segment', async () => {
    tear((bytes) => bytes.subarray(0, -10))
    await using journal = await open({ segmentBytes: 100, retain: { segments: 1 } })
    for (let n = 0; n < 3; n += 1) await journal.append({ type: 'x' })
    expect([...disk.contents.keys()]).toEqual([segmentName(6)])
  })

  it('passes over files that are none of its own', async () => {
    await disk.open('journal-1.jsonl', 'create')
    await disk.open('notes.txt', 'create')
    await using journal = await open()
    expect(journal.stats()).toMatchObject({ segments: 1, lastSequence: 3 })
  })
})
