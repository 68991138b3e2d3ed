import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteLedger } from '@reeve/ledger'
import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { del, put, shown, take, told } from './ledger-subject.ts'

export function keepingTests({ ledger, subject }: Suite): void {
  it('counts what it holds', async () => {
    await ledger().txn([], [put('a', '1'), put('b', '1')])
    await ledger().txn([], [del('b')])
    const lease = await ledger().lease(60_000)
    const stats = await ledger().stats()
    expect(stats).toMatchObject({ keys: 1, revision: await ledger().revision(), watches: 0 })
    expect(stats.leases).toBeGreaterThanOrEqual(1)
    expect(stats.bytes).toBeGreaterThan(0)
    await lease.revoke()
  })

  it('finds nothing wrong with itself', async () => {
    await ledger().txn([], [put('a', '1'), put('b', '1')])
    await ledger().txn([], [put('a', '2'), del('b')])
    const { checked, problems, revision } = await ledger().verify()
    expect(problems).toEqual([])
    expect(checked).toBeGreaterThan(0)
    expect(revision).toBe(await ledger().revision())
  })

  it('backs up to a file that opens as a ledger with the same entries and revision', async () => {
    await ledger().txn([], [put('z', '1'), put('a', '1')])
    await ledger().txn([], [put('m', '1'), del('a')])
    await ledger().txn([], [put('z', '2')])
    const folder = await mkdtemp(join(tmpdir(), 'reeve-backup-'))
    try {
      const { revision } = await ledger().backup(join(folder, 'copy.db'))
      const copy = await openSqliteLedger(join(folder, 'copy.db'))
      expect(await copy.range('')).toEqual(await ledger().range('', { revision }))
      expect((await copy.verify()).problems).toEqual([])
      const { revision: next } = await copy.txn([], [put('z', '3')])
      expect(next).toBe(revision + 1)
      await copy.close()
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('refuses everything once closed, ends its watches with an error, and may be closed again', async () => {
    await ledger().txn([], [put('a', '1')])
    const watch = ledger().watch('')
    await watch.ready
    const ended = expect(watch[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'LEDGER_CLOSED',
    })
    await ledger().close()
    await ledger().close()
    await ended
    await expect(ledger().get('a')).rejects.toMatchObject({ code: 'LEDGER_CLOSED' })
    await expect(ledger().txn([], [put('a', '1')])).rejects.toMatchObject({ code: 'LEDGER_CLOSED' })
  })

  it('finishes what was handed in before it closes', async (context) => {
    const { reopen } = subject()
    if (reopen === undefined) return context.skip('nothing outlives closing')
    const committed = Promise.all(Array.from({ length: 50 }, (_, n) => ledger().txn([], [put(`k${n}`, 'x')])))
    await ledger().close()
    await committed
    expect((await (await reopen()).range('k')).count).toBe(50)
  })

  it('is the same after it was opened again: entries, history, floor, revision, and watches resume', async (context) => {
    const { reopen } = subject()
    if (reopen === undefined) return context.skip('nothing outlives closing')
    await ledger().txn([], [put('a', '1')])
    const { revision: floor } = await ledger().txn([], [put('a', '2')])
    await ledger().compact(floor)
    const { revision: from } = await ledger().txn([], [put('a', '3'), put('b', '1')])
    await ledger().txn([], [del('b')])
    const before = [await ledger().range(''), await ledger().history('a'), await ledger().stats()]
    const again = await reopen()
    const [range, history, stats] = [await again.range(''), await again.history('a'), await again.stats()]
    expect([range, history]).toEqual(before.slice(0, 2))
    expect(stats).toMatchObject({ floor, revision: range.revision })
    await again.txn([], [put('c', '1')])
    const batches = await take(again.watch('', { from }), 3)
    expect(batches.map(({ events }) => events.map(told).sort())).toEqual([['+a=3', '+b=1'], ['-b'], ['+c=1']])
    expect(shown((await again.range('', { revision: from })).entries)).toEqual(['a=3', 'b=1'])
  })

  it('gives leases their full time again after it was opened again', async (context) => {
    const { reopen } = subject()
    if (reopen === undefined) return context.skip('nothing outlives closing')
    const lease = await ledger().lease(2_000)
    await ledger().txn([], [{ ...put('a', '1'), lease: lease.id }])
    const again = await reopen()
    expect(await again.get('a')).toMatchObject({ lease: lease.id })
    await expect
      .poll(
        async () => {
          await subject().pass(500)
          return again.get('a')
        },
        { timeout: 15_000 },
      )
      .toBeUndefined()
  })
}
