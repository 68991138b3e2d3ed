import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { del, put, shown, take, text, told } from './ledger-subject.ts'

export function compactionTests({ ledger }: Suite): void {
  it('keeps the newest version of every live key, however old', async () => {
    await ledger().txn([], [put('old', '1'), put('busy', '1'), put('gone', '1')])
    await ledger().txn([], [put('busy', '2')])
    await ledger().txn([], [del('gone')])
    const { revision } = await ledger().txn([], [put('busy', '3')])
    await ledger().compact(revision)
    expect(shown((await ledger().range('')).entries)).toEqual(['busy=3', 'old=1'])
    expect(await ledger().get('old')).toMatchObject({ version: 1 })
    expect((await ledger().history('busy')).map(({ entry }) => text(entry?.value))).toEqual(['3'])
    expect(await ledger().history('gone')).toEqual([])
    expect((await ledger().stats()).floor).toBe(revision)
  })

  it('reads at the floor and above, and says so below', async () => {
    const { revision: first } = await ledger().txn([], [put('a', '1'), put('b', '1')])
    const { revision: second } = await ledger().txn([], [put('a', '2')])
    await ledger().txn([], [put('a', '3'), del('b')])
    await ledger().compact(second)
    expect(shown((await ledger().range('', { revision: second })).entries)).toEqual(['a=2', 'b=1'])
    const refused = { code: 'LEDGER_COMPACTED' }
    await expect(ledger().range('', { revision: first })).rejects.toMatchObject(refused)
    await expect(ledger().get('a', { revision: first })).rejects.toMatchObject(refused)
  })

  it('turns away a watch from below the floor, and gives one from the floor everything, deletions too', async () => {
    const { revision: first } = await ledger().txn([], [put('a', '1'), put('b', '1')])
    const { revision: floor } = await ledger().txn([], [del('a'), put('b', '2')])
    await ledger().txn([], [put('c', '1')])
    await ledger().compact(floor)
    const late = ledger().watch('', { from: first })
    await expect(late[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'LEDGER_COMPACTED',
      floor,
    })
    const batches = await take(ledger().watch('', { from: floor }), 2)
    expect(batches.map(({ events }) => events.map(told).sort())).toEqual([['+b=2', '-a'], ['+c=1']])
  })

  it('forgets a deletion at the floor with the next compaction', async () => {
    await ledger().txn([], [put('a', '1')])
    const { revision } = await ledger().txn([], [del('a')])
    await ledger().compact(revision)
    const { revision: next } = await ledger().txn([], [put('b', '1')])
    await ledger().compact(next)
    expect(await ledger().history('a')).toEqual([])
    await ledger().txn([], [put('a', '2')])
    expect(await ledger().get('a')).toMatchObject({ version: 1 })
    expect((await ledger().verify()).problems).toEqual([])
  })

  it('disturbs no watch that is under way', async () => {
    const watch = ledger().watch('k')
    await watch.ready
    let revision = 0
    for (let n = 0; n < 30; n += 1) {
      revision = (await ledger().txn([], [put('k', String(n))])).revision
      if (n % 10 === 9) await ledger().compact(revision)
    }
    const seen = (await take(watch, 30)).flatMap(({ events }) => events.map(told))
    expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `+k=${n}`))
  })

  it('may be asked again for the same or an older revision, not for a future one', async () => {
    const { revision } = await ledger().txn([], [put('a', '1')])
    await ledger().compact(revision)
    await ledger().compact(revision)
    await ledger().compact(1)
    expect((await ledger().stats()).floor).toBe(revision)
    await expect(ledger().compact(revision + 1)).rejects.toMatchObject({ code: 'LEDGER_FUTURE_REVISION' })
  })

  it('refuses times before the floor', async () => {
    await ledger().txn([], [put('a', '1')])
    const { revision } = await ledger().txn([], [put('a', '2')])
    const time = (await ledger().history('a')).at(-1)?.time ?? 0
    await ledger().compact(revision)
    expect(await ledger().revisionAt(time)).toBe(revision)
    await expect(ledger().revisionAt(1)).rejects.toMatchObject({ code: 'LEDGER_COMPACTED' })
  })

  it('goes on correctly through hundreds of keys and many compactions', async () => {
    const wanted = new Map<string, string>()
    for (let round = 0; round < 6; round += 1) {
      for (let n = 0; n < 300; n += 25) {
        const keys = Array.from({ length: 25 }, (_, i) => `k${(n + i * 7 + round) % 300}`)
        const ops = [...new Set(keys)].map((key, i) =>
          i % 5 === round % 5 ? del(key) : put(key, `${round}.${i}`),
        )
        for (const op of ops)
          op.do === 'put' ? wanted.set(op.key, text(op.value) ?? '') : wanted.delete(op.key)
        await ledger().txn([], ops)
      }
      await ledger().compact(await ledger().revision())
    }
    const expected = [...wanted].map(([key, value]) => `${key}=${value}`).sort()
    expect(shown((await ledger().range('')).entries).sort()).toEqual(expected)
    expect((await ledger().verify()).problems).toEqual([])
  })
}
