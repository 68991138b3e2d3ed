import { SimulatedDisk, systemError, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { Journal, JournalOptions } from './journal.ts'
import type { JournalEntry } from './journal-record.ts'
import { JOURNAL_TYPES } from './journal-record.ts'
import { openJournal } from './open-journal.ts'
import { readJournal } from './read-journal.ts'

function open(disk: SimulatedDisk, options: Partial<JournalOptions> = {}): Promise<Journal> {
  return openJournal({ directory: '/journal', files: disk, clock: new VirtualClock(), ...options })
}

describe('openJournal', () => {
  it('records observations and decisions in order, and finds them again after reopening (O5, O10)', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk)
    await journal.append({ type: 'observed', data: { provider: 'aws', region: 'eu-west-1', found: 2 } })
    await journal.append({
      type: 'decided',
      key: 'ec2-0-0',
      data: { action: 'create', reason: 'in config, not in cloud' },
    })
    await journal.append({
      type: 'decided',
      key: 'ec2-0-1',
      data: { action: 'delete', reason: 'not in config' },
    })
    await journal.close()
    const again = await open(disk)
    const items = await Array.fromAsync(again.replay())
    expect(
      items.map(
        (item) => item.kind === 'record' && [item.record.sequence, item.record.type, item.record.key],
      ),
    ).toEqual([
      [1, 'observed', undefined],
      [2, 'decided', 'ec2-0-0'],
      [3, 'decided', 'ec2-0-1'],
    ])
    expect(items[0]).toMatchObject({ record: { data: { provider: 'aws', region: 'eu-west-1', found: 2 } } })
  })

  it('records a failed phase as failed with its phase (O38)', async () => {
    const journal = await open(new SimulatedDisk())
    await journal.append({ type: 'observed' })
    await journal.append({ type: 'failed', data: { phase: 'observe', error: 'throttled' } })
    const failures = await Array.fromAsync(journal.replay({ types: ['failed'] }))
    expect(failures).toMatchObject([
      { record: { sequence: 2, data: { phase: 'observe', error: 'throttled' } } },
    ])
  })

  it('takes every type that Reeve writes, and others', async () => {
    const journal = await open(new SimulatedDisk())
    const records = await journal.appendAll([...JOURNAL_TYPES, 'paused'].map((type) => ({ type })))
    expect(records.map(({ type }) => type)).toEqual([...JOURNAL_TYPES, 'paused'])
  })

  it('goes on numbering where it stopped', async () => {
    const disk = new SimulatedDisk()
    for (const expected of [1, 2, 3]) {
      await using journal = await open(disk)
      expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: expected })
    }
  })

  it('never lets time go back, neither with the clock nor with what it is given, nor over a restart', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk, { clock: new VirtualClock(5000) })
    await journal.append({ type: 'x' })
    expect(await journal.append({ type: 'x', time: 4000 })).toMatchObject({ time: 5000 })
    expect(await journal.append({ type: 'x', time: 9000 })).toMatchObject({ time: 9000 })
    await journal.close()
    const again = await open(disk, { clock: new VirtualClock(1000) })
    expect(await again.append({ type: 'x' })).toMatchObject({ time: 9000 })
  })

  const circle: unknown[] = []
  circle.push(circle)
  it.each([
    ['an empty type', { type: '' }],
    ['a number that JSON does not have', { type: 'x', data: Number.NaN }],
    ['a date', { type: 'x', data: { at: new Date(0) } }],
    ['a circle', { type: 'x', data: circle }],
    ['a big integer', { type: 'x', data: 1n }],
    ['a time that is none', { type: 'x', time: Number.NaN }],
    ['more bytes than allowed', { type: 'x', data: 'z'.repeat(2000) }],
  ])('refuses %s and numbers nothing for it', async (_what, entry) => {
    const journal = await open(new SimulatedDisk(), { maxRecordBytes: 1000 })
    const both = [{ type: 'x' }, entry] as JournalEntry[]
    await expect(journal.appendAll(both)).rejects.toMatchObject({
      code: 'JOURNAL_INVALID',
      hint: expect.any(String),
    })
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 1 })
  })

  it('refuses options that cannot be meant', async () => {
    await expect(open(new SimulatedDisk(), { segmentBytes: 0 })).rejects.toMatchObject({
      code: 'JOURNAL_INVALID',
    })
    await expect(open(new SimulatedDisk(), { retain: { segments: 0 } })).rejects.toThrow(
      'retain.segments is 0',
    )
    await expect(open(new SimulatedDisk(), { directory: '' })).rejects.toThrow('cannot open journal')
  })

  it('says that a directory is read-only', async () => {
    const disk = new SimulatedDisk()
    disk.before = () => {
      throw systemError('EROFS', 'read-only file system')
    }
    await expect(open(disk)).rejects.toMatchObject({ code: 'JOURNAL_READ_ONLY', hint: expect.any(String) })
  })

  it('refuses a second writer until the first one is closed', async () => {
    const disk = new SimulatedDisk()
    const first = await open(disk)
    await expect(open(disk)).rejects.toMatchObject({ code: 'JOURNAL_LOCKED' })
    await first.close()
    await expect(open(disk)).resolves.toBeDefined()
  })

  it('finishes what was handed in before closing, refuses what comes later, and leaves nothing open', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk)
    const handedIn = journal.append({ type: 'x' })
    await Promise.all([journal.close(), journal.close()])
    await expect(handedIn).resolves.toMatchObject({ sequence: 1 })
    await expect(journal.append({ type: 'x' })).rejects.toMatchObject({ code: 'JOURNAL_CLOSED' })
    expect(await Array.fromAsync(journal.replay())).toHaveLength(1)
    expect(disk.handles).toBe(0)
  })

  it('tells how much there is', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk, { segmentBytes: 100 })
    expect(journal.stats()).toEqual({ segments: 0, bytes: 0, firstSequence: 1, lastSequence: 0, repairs: 0 })
    for (let n = 0; n < 3; n += 1) await journal.append({ type: 'x' })
    const bytes = [...disk.contents.values()].reduce((sum, { length }) => sum + length, 0)
    expect(journal.stats()).toEqual({ segments: 3, bytes, firstSequence: 1, lastSequence: 3, repairs: 0 })
  })

  it('can be read without the lock while it is written to', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk)
    await journal.append({ type: 'x', key: 'a' })
    expect(await Array.fromAsync(readJournal('/journal', { files: disk }))).toMatchObject([
      { record: { key: 'a' } },
    ])
  })
})
