import { SimulatedDisk, systemError } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { Journal, JournalItem, JournalOptions } from './journal.ts'
import { openJournal } from './open-journal.ts'

function open(disk: SimulatedDisk, options: Partial<JournalOptions> = {}): Promise<Journal> {
  return openJournal({ directory: '/journal', files: disk, segmentBytes: 200, ...options })
}

async function append(journal: Journal, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await journal.append({ type: 'x' })
}

function brief(item: JournalItem | undefined): unknown {
  if (item?.kind === 'record') return item.record.sequence
  return item?.kind === 'gap' ? ['gap', item.from, item.to] : item
}

async function take(items: AsyncIterator<JournalItem>, count: number): Promise<unknown[]> {
  const taken: unknown[] = []
  while (taken.length < count) taken.push(brief((await items.next()).value))
  return taken
}

function follower(journal: Journal, options?: Parameters<Journal['follow']>[0]): AsyncIterator<JournalItem> {
  return journal.follow(options)[Symbol.asyncIterator]()
}

describe('follow', () => {
  it('replays what is there and goes on with what is appended, over rotations', async () => {
    const journal = await open(new SimulatedDisk())
    await append(journal, 5)
    const items = follower(journal, { fromSequence: 4 })
    expect(await take(items, 2)).toEqual([4, 5])
    const later = take(items, 5)
    await append(journal, 5)
    expect(await later).toEqual([6, 7, 8, 9, 10])
  })

  it('starts from nothing, and from what is not there yet', async () => {
    const journal = await open(new SimulatedDisk())
    const [all, late] = [take(follower(journal), 3), take(follower(journal, { fromSequence: 3 }), 1)]
    await append(journal, 3)
    expect(await all).toEqual([1, 2, 3])
    expect(await late).toEqual([3])
  })

  it('misses nothing and repeats nothing under load, however slow its readers are', async () => {
    const journal = await open(new SimulatedDisk(), { segmentBytes: 1000 })
    const count = 300
    const follow = async (pauseEvery: number): Promise<unknown[]> => {
      const seen: unknown[] = []
      for await (const item of journal.follow()) {
        seen.push(brief(item))
        if (seen.length === count) break
        if (seen.length % pauseEvery === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      return seen
    }
    const followers = [1, 3, 50, 1000].map(follow)
    const load = Array.from({ length: count / 3 }, async (_, index) => {
      for (let turn = 0; turn < index % 7; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      await journal.appendAll([{ type: 'x' }, { type: 'x' }, { type: 'x' }])
    })
    await Promise.all(load)
    const expected = Array.from({ length: count }, (_, index) => index + 1)
    for (const seen of await Promise.all(followers)) expect(seen).toEqual(expected)
  })

  it('is told of a gap when retention removed what it needs', async () => {
    const journal = await open(new SimulatedDisk(), { retain: { segments: 2 } })
    await append(journal, 1)
    const items = follower(journal)
    expect(await take(items, 1)).toEqual([1])
    await append(journal, 7)
    expect(await take(items, 5)).toEqual([['gap', 2, 4], 5, 6, 7, 8])
  })

  it('never shows what is not acknowledged', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk)
    const seen: unknown[] = []
    const following = (async () => {
      for await (const item of journal.follow()) seen.push(brief(item))
    })()
    disk.before = ({ name }) => {
      if (name === 'sync') throw systemError('EIO', 'broken')
    }
    await expect(journal.append({ type: 'x' })).rejects.toMatchObject({ code: 'JOURNAL_HALTED' })
    await expect(following).rejects.toMatchObject({ code: 'JOURNAL_HALTED' })
    expect(seen).toEqual([])
  })

  it('ends quietly with its signal, while it waits or between two records', async () => {
    const journal = await open(new SimulatedDisk())
    const abort = new AbortController()
    const waiting = follower(journal, { signal: abort.signal }).next()
    abort.abort()
    expect(await waiting).toMatchObject({ done: true })
    await append(journal, 1)
    expect(await Array.fromAsync(journal.follow({ signal: abort.signal }))).toEqual([])
  })

  it('ends when the journal is closed, after everything acknowledged', async () => {
    const disk = new SimulatedDisk()
    const journal = await open(disk)
    const following = Array.fromAsync(journal.follow())
    await append(journal, 1)
    void journal.append({ type: 'last' })
    await journal.close()
    expect((await following).map(brief)).toEqual([1, 2])
    expect(disk.handles).toBe(0)
  })
})
