import { SimulatedDisk, systemError, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { Journal, JournalOptions } from './journal.ts'
import { openJournal } from './open-journal.ts'

interface Watched {
  readonly disk: SimulatedDisk
  readonly journal: Journal
  readonly clock: VirtualClock
  /** Writes and syncs of files since the opening. */
  readonly done: string[]
}

async function openWatched(options: Partial<JournalOptions> = {}): Promise<Watched> {
  const [disk, clock, done] = [new SimulatedDisk(), new VirtualClock(), [] as string[]]
  const journal = await openJournal({ directory: '/journal', files: disk, clock, ...options })
  await journal.append({ type: 'first' })
  disk.before = ({ name }) => {
    if (name === 'write' || name === 'sync') done.push(name)
  }
  return { disk, journal, clock, done }
}

async function sequences(disk: SimulatedDisk): Promise<number[]> {
  const journal = await openJournal({ directory: '/journal', files: disk })
  const items = await Array.fromAsync(journal.replay())
  return items.map((item) => (item.kind === 'record' ? item.record.sequence : -1))
}

describe('GroupCommit', () => {
  it('acknowledges only what would survive a power loss', async () => {
    const { disk, journal } = await openWatched()
    await journal.append({ type: 'x' })
    disk.crash(0)
    expect(await sequences(disk)).toEqual([1, 2])
  })

  it('writes what is handed in at once, and what comes during a sync, in one write and one sync each', async () => {
    const { journal, done } = await openWatched()
    const first = Array.from({ length: 10 }, () => journal.append({ type: 'x' }))
    await Promise.resolve()
    const later = Array.from({ length: 10 }, () => journal.append({ type: 'x' }))
    const records = [...(await Promise.all(first)), ...(await Promise.all(later))]
    expect(done).toEqual(['write', 'sync', 'write', 'sync'])
    expect(records.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    )
  })

  it('writes what one turn hands in with one write and one sync', async () => {
    const { journal, done } = await openWatched()
    await Promise.all(Array.from({ length: 10 }, () => journal.append({ type: 'x' })))
    expect(done).toEqual(['write', 'sync'])
  })

  it('writes several records in one go, under consecutive sequences', async () => {
    const { journal, done } = await openWatched({ segmentBytes: 200 })
    const batch = await journal.appendAll(Array.from({ length: 5 }, () => ({ type: 'x' })))
    expect(batch.map(({ sequence }) => sequence)).toEqual([2, 3, 4, 5, 6])
    expect(done).toEqual(['write', 'sync'])
    expect(await journal.appendAll([])).toEqual([])
  })

  it('records what the data was at the call, whatever becomes of it later', async () => {
    const { journal } = await openWatched()
    const data = { state: 'before' }
    const appended = journal.append({ type: 'x', data })
    data.state = 'after'
    await appended
    const items = await Array.fromAsync(journal.replay({ fromSequence: 2 }))
    expect(items).toMatchObject([{ record: { data: { state: 'before' } } }])
  })

  it('does not sync at all when told never to', async () => {
    const { journal, done } = await openWatched({ sync: 'never' })
    await journal.append({ type: 'x' })
    await journal.close()
    expect(done).toEqual(['write'])
  })

  it('syncs once in a while when told so, and when it closes', async () => {
    const { journal, clock, done } = await openWatched({ sync: { everyMs: 100 } })
    await journal.append({ type: 'x' })
    await journal.append({ type: 'x' })
    expect(done).toEqual(['write', 'write'])
    await clock.advance(100)
    expect(done).toEqual(['write', 'write', 'sync'])
    await clock.advance(1000)
    expect(done).toHaveLength(3)
    await journal.append({ type: 'x' })
    await journal.close()
    expect(done).toEqual(['write', 'write', 'sync', 'write', 'sync'])
    expect(clock.timers).toBe(0)
  })

  it('loses no more than the time between syncs to a power loss', async () => {
    const { disk, journal, clock } = await openWatched({ sync: { everyMs: 100 }, segmentBytes: 100 })
    await journal.append({ type: 'x' })
    await clock.advance(100)
    await journal.append({ type: 'x' })
    disk.crash(0)
    expect(await sequences(disk)).toEqual([1, 2])
  })

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])(
    'cuts a partial write back on %s, and works once there is room',
    async (code) => {
      const { disk, journal } = await openWatched()
      const before = [...disk.contents.values()][0]
      disk.before = ({ name }) => {
        if (name === 'write') throw systemError(code, 'no room')
      }
      const refused = await Promise.allSettled([
        journal.append({ type: 'a' }),
        journal.appendAll([{ type: 'b' }]),
      ])
      for (const { reason } of refused as PromiseRejectedResult[]) {
        expect(reason).toMatchObject({ code: 'JOURNAL_DISK_FULL', retryable: true, hint: expect.any(String) })
      }
      expect([...disk.contents.values()][0]).toEqual(before)
      disk.before = () => {}
      expect(await journal.append({ type: 'c' })).toMatchObject({ sequence: 2 })
      disk.crash(0)
      expect(await sequences(disk)).toEqual([1, 2])
    },
  )

  it('lets nothing that it refused come back after a power loss', async () => {
    const { disk, journal } = await openWatched()
    disk.writesThrough = true
    disk.before = ({ name }) => {
      if (name === 'write') throw systemError('ENOSPC', 'no room')
    }
    const three = [{ type: 'a' }, { type: 'b' }, { type: 'c' }]
    await expect(journal.appendAll(three)).rejects.toMatchObject({ code: 'JOURNAL_DISK_FULL' })
    disk.before = () => {}
    disk.crash(0)
    expect(await sequences(disk)).toEqual([1])
  })

  it('refuses also what was handed in while the disk turned out to be full', async () => {
    const { disk, journal } = await openWatched()
    let later: Promise<unknown> | undefined
    disk.before = ({ name }) => {
      if (name === 'write') throw systemError('ENOSPC', 'no room')
      if (name === 'truncate') later = journal.append({ type: 'later' }).catch(({ code }) => code)
    }
    await expect(journal.append({ type: 'x' })).rejects.toThrow('the disk is full')
    expect(await later).toBe('JOURNAL_DISK_FULL')
  })

  it('keeps to the old segment when there is no room for a new one', async () => {
    const { disk, journal } = await openWatched({ segmentBytes: 100 })
    disk.before = ({ name }) => {
      if (name === 'open') throw systemError('ENOSPC', 'no room')
    }
    await expect(journal.append({ type: 'x' })).rejects.toMatchObject({ code: 'JOURNAL_DISK_FULL' })
    disk.before = () => {}
    expect(await journal.append({ type: 'x' })).toMatchObject({ sequence: 2 })
    expect(journal.stats()).toMatchObject({ segments: 2, lastSequence: 2 })
  })

  it.each([
    ['a sync that fails', 'sync', 'EIO'],
    ['a sync that finds no room', 'sync', 'ENOSPC'],
    ['a write that fails', 'write', 'EIO'],
  ])(
    'halts after %s: nothing is appended any more, everything acknowledged can be read',
    async (_what, failing, code) => {
      const { disk, journal } = await openWatched()
      disk.before = ({ name }) => {
        if (name === failing) throw systemError(code, 'broken')
      }
      await expect(journal.append({ type: 'x' })).rejects.toMatchObject({
        code: 'JOURNAL_HALTED',
        hint: expect.any(String),
      })
      disk.before = () => {}
      await expect(journal.append({ type: 'x' })).rejects.toThrow('it halted after a fault')
      expect(await Array.fromAsync(journal.replay())).toMatchObject([{ record: { type: 'first' } }])
      await journal.close()
      await using again = await openJournal({ directory: '/journal', files: disk })
      await expect(again.append({ type: 'x' })).resolves.toBeDefined()
    },
  )

  it('halts when a partial write cannot be cut back', async () => {
    const { disk, journal } = await openWatched()
    disk.before = ({ name }) => {
      if (name === 'write') throw systemError('ENOSPC', 'no room')
      if (name === 'truncate') throw systemError('EIO', 'broken')
    }
    await expect(journal.append({ type: 'x' })).rejects.toMatchObject({ code: 'JOURNAL_HALTED' })
  })

  it('says on closing that the last sync failed, and lets go of everything all the same', async () => {
    const { disk, journal } = await openWatched({ sync: { everyMs: 1000 } })
    disk.before = ({ name }) => {
      if (name === 'sync') throw systemError('EIO', 'broken')
    }
    await expect(journal.close()).rejects.toMatchObject({ code: 'JOURNAL_HALTED' })
    expect(disk.handles).toBe(0)
    await expect(openJournal({ directory: '/journal', files: disk })).resolves.toBeDefined()
  })
})
