import { describe, expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { del, put, shown, text } from './ledger-subject.ts'

export function readTests({ ledger, subject }: Suite): void {
  it('reads a prefix or a span in the order of keys', async () => {
    await ledger().txn(
      [],
      ['b/2', 'a', 'b/1', 'b', 'c', 'b/3'].map((key) => put(key, key)),
    )
    expect(shown((await ledger().range('b/')).entries)).toEqual(['b/1=b/1', 'b/2=b/2', 'b/3=b/3'])
    const { entries } = await ledger().range({ from: 'b', to: 'b/3' })
    expect(entries.map(({ key }) => key)).toEqual(['b', 'b/1', 'b/2'])
    expect((await ledger().range({ from: 'c', to: 'b' })).entries).toEqual([])
  })

  it('orders keys by code point, whatever is in them', async () => {
    const keys = [
      '\u0000',
      'a\u0000b',
      'a',
      'z',
      '\u00e9',
      '\uffff',
      '\u{10000}',
      '\u{10ffff}',
      '\u{10ffff}\u{10ffff}x',
    ]
    await ledger().txn(
      [],
      keys.map((key) => put(key, 'x')),
    )
    const read = (await ledger().range('')).entries.map(({ key }) => key)
    expect(read).toEqual(keys.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
    expect((await ledger().range('\u{10ffff}')).count).toBe(2)
    expect((await ledger().range({ from: '\uffff', to: '\u{10ffff}' })).count).toBe(2)
  })

  it('limits, counts, and leaves out values when asked', async () => {
    await ledger().txn(
      [],
      ['a1', 'a2', 'a3', 'b'].map((key) => put(key, 'value')),
    )
    const page = await ledger().range('a', { limit: 2 })
    expect(page).toMatchObject({ count: 2, more: true })
    expect(await ledger().range('a', { limit: 3 })).toMatchObject({ count: 3, more: false })
    expect(await ledger().range('a', { countOnly: true })).toMatchObject({ count: 3, entries: [] })
    const { entries } = await ledger().range('a', { keysOnly: true })
    expect(entries.map(({ key, value, version }) => [key, value.length, version])).toEqual([
      ['a1', 0, 1],
      ['a2', 0, 1],
      ['a3', 0, 1],
    ])
    await expect(ledger().range('a', { limit: 0 })).rejects.toMatchObject({ code: 'LEDGER_INVALID' })
  })

  it('pages through one state while others write', async () => {
    await ledger().txn(
      [],
      ['a', 'b', 'c', 'd'].map((key) => put(key, 'old')),
    )
    const first = await ledger().range('', { limit: 2 })
    await ledger().txn([], [put('c', 'new'), del('d'), put('e', 'new')])
    const { revision } = first
    const rest = await ledger().range({ from: 'b\u0000', to: '\uffff' }, { revision, limit: 9 })
    expect(shown([...first.entries, ...rest.entries])).toEqual(['a=old', 'b=old', 'c=old', 'd=old'])
    expect(rest.revision).toBe(revision)
    expect(await ledger().range('', { revision, countOnly: true })).toMatchObject({ count: 4 })
    expect((await ledger().range('', { revision, limit: 3 })).more).toBe(true)
    expect(
      (await ledger().range('', { revision, keysOnly: true })).entries.map(({ value }) => value.length),
    ).toEqual([0, 0, 0, 0])
  })

  it('reads any retained revision', async () => {
    const revisions: number[] = [await ledger().revision()]
    for (const ops of [[put('a', '1')], [put('a', '2'), put('b', '1')], [del('a')], [put('a', '3')]]) {
      revisions.push((await ledger().txn([], ops)).revision)
    }
    const states = await Promise.all(revisions.map((revision) => ledger().range('', { revision })))
    expect(states.map(({ entries }) => shown(entries).join())).toEqual([
      '',
      'a=1',
      'a=2,b=1',
      'b=1',
      'a=3,b=1',
    ])
    const values = await Promise.all(revisions.map((revision) => ledger().get('a', { revision })))
    expect(values.map((entry) => text(entry?.value))).toEqual([undefined, '1', '2', undefined, '3'])
  })

  it('refuses revisions that are not there yet or are none', async () => {
    const revision = (await ledger().revision()) + 1
    await expect(ledger().get('a', { revision })).rejects.toMatchObject({ code: 'LEDGER_FUTURE_REVISION' })
    await expect(ledger().range('', { revision })).rejects.toMatchObject({ code: 'LEDGER_FUTURE_REVISION' })
    await expect(ledger().get('a', { revision: 0 })).rejects.toMatchObject({ code: 'LEDGER_INVALID' })
    await expect(ledger().get('a', { revision: 1.5 })).rejects.toMatchObject({ code: 'LEDGER_INVALID' })
  })

  describe('history', () => {
    it('tells every version of a key with its time, deletions included', async () => {
      await ledger().txn([], [put('a', '1'), put('b', 'x')])
      await ledger().txn([], [put('a', '2')])
      await ledger().txn([], [del('a')])
      await ledger().txn([], [put('a', '3')])
      const versions = await ledger().history('a')
      expect(versions.map(({ entry }) => text(entry?.value))).toEqual(['1', '2', undefined, '3'])
      const revisions = versions.map(({ revision }) => revision)
      expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
      expect(versions.every(({ time }) => time !== undefined && time > 0)).toBe(true)
      expect(await ledger().history('never')).toEqual([])
    })

    it('tells the versions of a key that is deleted now', async () => {
      await ledger().txn([], [put('a', '1')])
      await ledger().txn([], [del('a')])
      expect((await ledger().history('a')).map(({ entry }) => text(entry?.value))).toEqual(['1', undefined])
    })
  })

  it('knows which revision was the newest at a time', async () => {
    const start = await ledger().revision()
    const times: number[] = []
    const revisions: number[] = []
    for (const value of ['1', '2', '3']) {
      await subject().pass(20)
      const { revision } = await ledger().txn([], [put('a', value)])
      revisions.push(revision)
      const version = (await ledger().history('a')).at(-1)
      times.push(version?.time ?? Number.NaN)
    }
    expect(await Promise.all(times.map((time) => ledger().revisionAt(time)))).toEqual(revisions)
    expect(await ledger().revisionAt((times[1] ?? 0) - 1)).toBe(revisions[0])
    expect(await ledger().revisionAt((times[0] ?? 0) - 1)).toBeLessThanOrEqual(start)
    expect(await ledger().revisionAt(Number.MAX_SAFE_INTEGER)).toBe(revisions[2])
  })
}
