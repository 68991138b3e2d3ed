import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { bytes, del, put, take, told } from './ledger-subject.ts'

export function watchTests({ ledger, subject }: Suite): void {
  it('tells what is committed after the call, in order, one batch a revision', async () => {
    await ledger().txn([], [put('before', 'x')])
    const watch = ledger().watch('')
    await watch.ready
    await ledger().txn([], [put('a', '1'), put('b', '1')])
    await ledger().txn([], [del('a')])
    const batches = await take(watch, 2)
    expect(batches.map(({ events }) => events.map(told).sort())).toEqual([['+a=1', '+b=1'], ['-a']])
    expect(
      batches[0]?.events.every(
        (event) => event.type !== 'put' || event.entry.modRevision === batches[0]?.revision,
      ),
    ).toBe(true)
    expect(batches[1]?.revision).toBeGreaterThan(batches[0]?.revision ?? 0)
  })

  it('starts in the past and goes over to the present without gap or repetition', async () => {
    const { revision: from } = await ledger().txn([], [put('n', '0')])
    for (let n = 1; n < 10; n += 1) await ledger().txn([], [put('n', String(n))])
    const watch = ledger().watch('n', { from })
    const early = await take(watch, 5)
    for (let n = 10; n < 20; n += 1) await ledger().txn([], [put('n', String(n))])
    const late = await take(watch, 15)
    const seen = [...early, ...late].flatMap(({ events }) => events.map(told))
    expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => `+n=${n}`))
  })

  it('tells thousands of past changes without a gap, each revision whole', async () => {
    const from = (await ledger().revision()) + 1
    const keys = Array.from({ length: 100 }, (_, n) => `k${n}`)
    for (let n = 0; n < 35; n += 1)
      await ledger().txn(
        [],
        keys.map((key) => put(key, String(n))),
      )
    const watch = ledger().watch('k', { from })
    const batches = await take(watch, 34)
    await ledger().txn([], [put('k0', 'last')])
    const stories = [...batches, ...(await take(watch, 2))].map(({ events }) =>
      events.map(told).sort().join(),
    )
    const whole = (n: number): string =>
      keys
        .map((key) => `+${key}=${n}`)
        .sort()
        .join()
    expect(stories).toEqual([...Array.from({ length: 35 }, (_, n) => whole(n)), '+k0=last'])
  })

  it('tells only of its own span', async () => {
    const { revision: from } = await ledger().txn([], [put('a/1', 'x'), put('ab', 'x'), put('b', 'x')])
    await ledger().txn([], [put('c', 'x')])
    await ledger().txn([], [put('a/2', 'x')])
    const prefix = await take(ledger().watch('a/', { from }), 2)
    expect(prefix.flatMap(({ events }) => events.map(told))).toEqual(['+a/1=x', '+a/2=x'])
    const span = await take(ledger().watch({ from: 'ab', to: 'b' }, { from }), 1)
    expect(span.flatMap(({ events }) => events.map(told))).toEqual(['+ab=x'])
  })

  it('waits silently for a revision in the future', async () => {
    const from = (await ledger().revision()) + 2
    const watch = ledger().watch('', { from })
    await watch.ready
    await ledger().txn([], [put('early', 'x')])
    await ledger().txn([], [put('due', 'x')])
    const [batch] = await take(watch, 1)
    expect(batch?.events.map(told)).toEqual(batch?.revision === from ? ['+due=x'] : [])
  })

  it('hands over previous values on request', async () => {
    const { revision: from } = await ledger().txn([], [put('a', '1')])
    await ledger().txn([], [put('a', '2')])
    await ledger().txn([], [del('a')])
    await ledger().txn([], [put('a', '3')])
    const past = await take(ledger().watch('a', { from, previous: true }), 4)
    expect(past.flatMap(({ events }) => events.map(told))).toEqual([
      '+a=1',
      '+a=2 (was 1)',
      '-a (was 2)',
      '+a=3',
    ])
    const watch = ledger().watch('a', { previous: true })
    await watch.ready
    await ledger().txn([], [put('a', '4')])
    expect((await take(watch, 1))[0]?.events.map(told)).toEqual(['+a=4 (was 3)'])
  })

  it('says nothing of transactions that were refused or changed nothing', async () => {
    const watch = ledger().watch('')
    await watch.ready
    await ledger().txn([{ on: 'version', key: 'a', version: 5 }], [put('a', 'x')])
    await ledger().txn([], [del('a')])
    await ledger().txn([], [put('b', 'x')])
    expect((await take(watch, 1))[0]?.events.map(told)).toEqual(['+b=x'])
  })

  it('marks progress when caught up and in silence, never ahead of an event', async () => {
    const { revision: from } = await ledger().txn([], [put('a', '1')])
    const { revision } = await ledger().txn([], [put('elsewhere', 'x')])
    const iterator = ledger().watch('a', { from, progressMs: 100 })[Symbol.asyncIterator]()
    const first = (await iterator.next()).value
    const mark = (await iterator.next()).value
    expect(first?.events.map(told)).toEqual(['+a=1'])
    expect(mark).toEqual({ revision, events: [] })
    const { revision: later } = await ledger().txn([], [put('elsewhere', 'y')])
    await subject().pass(250)
    for (;;) {
      const next = (await iterator.next()).value
      expect(next?.events).toEqual([])
      if (next?.revision === later) break
      await subject().pass(100)
    }
    await iterator.return?.()
  })

  it('cuts a reader that is too slow, and says where to go on', async () => {
    const watch = ledger().watch('', { buffer: 10 })
    await watch.ready
    const all = Array.from({ length: 200 }, (_, n) => `+k=${n}`)
    for (const [n] of all.entries()) await ledger().txn([], [put('k', String(n))])
    await subject().pass(300)
    const seen: string[] = []
    let resumeFrom = 0
    try {
      for await (const batch of watch) {
        seen.push(...batch.events.map(told))
        if (seen.length === all.length) break
      }
    } catch (error) {
      expect(error).toMatchObject({ code: 'LEDGER_WATCH_CUT' })
      resumeFrom = (error as { resumeFrom: number }).resumeFrom
    }
    expect(resumeFrom).toBeGreaterThan(0)
    const rest = await take(ledger().watch('', { from: resumeFrom }), all.length - seen.length)
    expect([...seen, ...rest.flatMap(({ events }) => events.map(told))]).toEqual(all)
  })

  it('hands over one revision whole, also one larger than the buffer', async () => {
    const watch = ledger().watch('', { buffer: 2 })
    await watch.ready
    await ledger().txn(
      [],
      Array.from({ length: 20 }, (_, n) => put(`k${n}`, 'x')),
    )
    expect((await take(watch, 1))[0]?.events).toHaveLength(20)
  })

  it('ends quietly by break and by its signal, and lets go of everything', async () => {
    const abort = new AbortController()
    const watch = ledger().watch('', { signal: abort.signal })
    await watch.ready
    const other = ledger().watch('')
    await other.ready
    expect((await ledger().stats()).watches).toBe(2)
    await ledger().txn([], [put('a', '1')])
    for await (const batch of other) if (batch.events.length > 0) break
    const reading = watch[Symbol.asyncIterator]()
    await reading.next()
    const next = reading.next()
    abort.abort()
    expect(await next).toEqual({ done: true, value: undefined })
    await expect.poll(async () => (await ledger().stats()).watches).toBe(0)
  })

  it('ends at once under a signal that has fired already', async () => {
    const watch = ledger().watch('', { signal: AbortSignal.abort() })
    expect(await watch[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined })
  })

  it('gives many watches each their own whole story', async () => {
    const watches = Array.from({ length: 20 }, () => ledger().watch('k'))
    await Promise.all(watches.map((watch) => watch.ready))
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ledger().txn([], [{ do: 'put', key: 'k', value: bytes(String(n)) }]),
      ),
    )
    const stories = await Promise.all(watches.map((watch) => take(watch, 50)))
    const told = stories.map((story) => story.map(({ revision }) => revision).join())
    expect(new Set(told).size).toBe(1)
    const revisions = stories[0]?.map(({ revision }) => revision) ?? []
    expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
  })
}
