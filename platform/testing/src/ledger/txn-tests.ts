import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { bytes, del, put, shown, text } from './ledger-subject.ts'

export function txnTests({ ledger }: Suite): void {
  it('starts empty, at revision 1 or what its backend had counted before', async () => {
    expect(await ledger().revision()).toBeGreaterThanOrEqual(1)
    expect((await ledger().range('')).entries).toEqual([])
  })

  it('makes, replaces and deletes a key, counting revisions and versions', async () => {
    const start = await ledger().revision()
    const first = await ledger().txn([], [put('a', '1')])
    expect(first.revision).toBeGreaterThan(start)
    const second = await ledger().txn([], [put('a', '2')])
    expect(await ledger().get('a')).toEqual({
      key: 'a',
      value: bytes('2'),
      createRevision: first.revision,
      modRevision: second.revision,
      version: 2,
    })
    await ledger().txn([], [del('a')])
    expect(await ledger().get('a')).toBeUndefined()
    const again = await ledger().txn([], [put('a', '3')])
    expect(await ledger().get('a')).toMatchObject({ createRevision: again.revision, version: 1 })
  })

  it('puts several changes under one revision', async () => {
    await ledger().txn([], [put('gone', 'x')])
    const { revision } = await ledger().txn([], [put('a', '1'), put('b', '2'), del('gone')])
    const { entries } = await ledger().range('')
    expect(entries.map((entry) => [entry.key, entry.modRevision])).toEqual([
      ['a', revision],
      ['b', revision],
    ])
  })

  it('changes nothing, not even the revision, when it deletes what is not there', async () => {
    const { revision } = await ledger().txn([], [put('a', '1')])
    const outcome = await ledger().txn([], [del('b'), del('c')])
    expect(outcome).toEqual({ ok: true, revision })
    expect(await ledger().revision()).toBe(revision)
  })

  it('deletes what is there of several keys, under one revision', async () => {
    await ledger().txn([], [put('a', '1'), put('c', '3')])
    const { revision } = await ledger().txn([], [del('a'), del('b'), del('c')])
    expect(await ledger().revision()).toBe(revision)
    expect((await ledger().range('')).count).toBe(0)
  })

  it('is nothing but a check when it has guards and no changes', async () => {
    const { revision } = await ledger().txn([], [put('a', '1')])
    expect(await ledger().txn([{ on: 'version', key: 'a', version: 1 }], [])).toEqual({ ok: true, revision })
    expect(await ledger().txn([{ on: 'version', key: 'a', version: 9 }], [])).toMatchObject({ ok: false })
  })

  it('refuses a write made from an old revision, and says what is there instead', async () => {
    const { revision } = await ledger().txn([], [put('a', '1')])
    await ledger().txn([], [put('a', '2')])
    const outcome = await ledger().txn(
      [
        { on: 'modRevision', key: 'a', modRevision: revision },
        { on: 'absent', key: 'b' },
      ],
      [put('a', '3'), put('b', '1')],
    )
    if (outcome.ok) throw new Error('the guard held')
    expect(outcome.current.map((entry) => text(entry?.value))).toEqual(['2', undefined])
    expect(outcome.revision).toBe(await ledger().revision())
    expect(shown((await ledger().range('')).entries)).toEqual(['a=2'])
  })

  it('holds guards on absence, revision, version and value', async () => {
    const { revision } = await ledger().txn([], [put('a', '1')])
    const holding = await ledger().txn(
      [
        { on: 'absent', key: 'b' },
        { on: 'modRevision', key: 'a', modRevision: revision },
        { on: 'modRevision', key: 'b', modRevision: 0 },
        { on: 'version', key: 'a', version: 1 },
        { on: 'version', key: 'b', version: 0 },
        { on: 'value', key: 'a', value: bytes('1') },
      ],
      [put('c', '1')],
    )
    expect(holding.ok).toBe(true)
    for (const guard of [
      { on: 'absent', key: 'a' },
      { on: 'modRevision', key: 'a', modRevision: revision + 1 },
      { on: 'version', key: 'a', version: 2 },
      { on: 'value', key: 'a', value: bytes('2') },
      { on: 'value', key: 'b', value: bytes('') },
    ] as const) {
      expect(await ledger().txn([guard], [put('d', '1')]), JSON.stringify(guard)).toMatchObject({ ok: false })
    }
    expect(await ledger().get('d')).toBeUndefined()
  })

  it('refuses a delete-only transaction whose guard does not hold', async () => {
    await ledger().txn([], [put('a', '1'), put('b', '1')])
    expect(await ledger().txn([{ on: 'version', key: 'b', version: 7 }], [del('a')])).toMatchObject({
      ok: false,
    })
    expect(await ledger().get('a')).toBeDefined()
  })

  it('lets exactly one of many racing writers win', async () => {
    const race = Array.from({ length: 20 }, (_, writer) =>
      ledger().txn([{ on: 'absent', key: 'claim' }], [put('claim', String(writer))]),
    )
    const won = (await Promise.all(race)).filter((outcome) => outcome.ok)
    expect(won).toHaveLength(1)
  })

  it('counts every one of many concurrent writes', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, n) => ledger().txn([], [put(`k${n}`, 'x')])),
    )
    expect(new Set(outcomes.map(({ revision }) => revision)).size).toBe(100)
    expect((await ledger().range('k', { countOnly: true })).count).toBe(100)
  })

  it('keeps its own copy of a value', async () => {
    const value = Buffer.from('kept')
    const committed = ledger().txn([], [{ do: 'put', key: 'a', value }])
    value.fill(0)
    await committed
    expect(text((await ledger().get('a'))?.value)).toBe('kept')
  })

  it('stores empty and binary values, and values of a megabyte', async () => {
    const large = Uint8Array.from({ length: 1 << 20 }, (_, n) => n % 251)
    const binary = Uint8Array.from({ length: 256 }, (_, n) => n)
    await ledger().txn(
      [],
      [
        { do: 'put', key: 'empty', value: new Uint8Array() },
        { do: 'put', key: 'binary', value: binary },
        { do: 'put', key: 'large', value: large },
      ],
    )
    const read = async (key: string): Promise<Uint8Array> =>
      new Uint8Array((await ledger().get(key))?.value ?? [1])
    expect(await read('empty')).toEqual(new Uint8Array())
    expect(await read('binary')).toEqual(binary)
    expect(Buffer.compare(await read('large'), large)).toBe(0)
  })

  it('refuses bad keys and a key that is changed twice, with nothing changed', async () => {
    const revision = await ledger().revision()
    const refused = { code: 'LEDGER_INVALID' }
    await expect(ledger().txn([], [put('', 'x')])).rejects.toMatchObject(refused)
    await expect(ledger().txn([], [put('\ud800', 'x')])).rejects.toMatchObject(refused)
    await expect(ledger().txn([], [put('a', '1'), del('a')])).rejects.toMatchObject(refused)
    expect(await ledger().revision()).toBe(revision)
  })
}
