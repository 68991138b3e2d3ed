import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, realClock } from '@reeve/ground'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openMemoryLedger } from '../memory/memory-ledger.ts'
import { openDatabase } from './database.ts'
import { openSqliteLedger } from './sqlite-ledger.ts'
import { SqliteStore } from './sqlite-store.ts'

const put = (key: string, size = 1) => ({ do: 'put', key, value: new Uint8Array(size).fill(7) }) as const

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'reeve-file-'))
  path = join(folder, 'ledger.db')
})
afterEach(() => rm(folder, { recursive: true }))

describe('group commit', () => {
  it('makes all transactions of one turn durable with one commit', async () => {
    let turns = 0
    const turn = (callback: () => void): void => {
      turns += 1
      realClock.turn(callback)
    }
    const ledger = await openSqliteLedger(path, { clock: { ...realClock, turn } })
    await ledger.txn([], [put('first')])
    turns = 0
    await Promise.all(Array.from({ length: 100 }, (_, n) => ledger.txn([], [put(`k${n}`)])))
    expect(turns).toBe(1)
    await ledger.close()
  })

  it('answers in the order of the calls, each with its own revision', async () => {
    const ledger = await openSqliteLedger(path)
    const answered: number[] = []
    const calls = Array.from({ length: 1_200 }, async () => {
      answered.push((await ledger.txn([], [put('k')])).revision)
    })
    await Promise.all(calls)
    expect(answered).toEqual(Array.from({ length: 1_200 }, (_, n) => n + 2))
    await ledger.close()
  })

  it('refuses one bad transaction without harm to those beside it', async () => {
    const ledger = await openSqliteLedger(path)
    const outcomes = await Promise.allSettled([
      ledger.txn([], [put('a')]),
      ledger.txn([], [put('c'), { ...put('b'), lease: '99' }]),
      ledger.txn([], [put('d')]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await ledger.range('')).entries.map(({ key }) => key)).toEqual(['a', 'd'])
    await ledger.close()
  })
})

describe('the table of newest rows', () => {
  it('follows the log once that is far enough ahead, and is caught up by closing', () => {
    const db = openDatabase(path)
    const store = new SqliteStore(db, { followAfter: 10, released: () => {} })
    const stored = (): unknown => db.prepare('SELECT count(*) AS count FROM current').get()?.count
    for (let n = 0; n < 9; n += 1) store.commit([put(`k${n}`)], n)
    store.follow()
    expect(stored()).toBe(0)
    store.commit([put('k9')], 9)
    store.follow()
    expect(stored()).toBe(10)
    store.commit([put('k10')], 10)
    store.close()
    const again = openDatabase(path)
    expect(again.prepare('SELECT count(*) AS count FROM current').get()?.count).toBe(11)
    again.close()
  })

  it('is brought along by commits, not only by closing', async () => {
    const ledger = await openSqliteLedger(path, { followAfter: 10 })
    for (let n = 0; n < 50; n += 1) await ledger.txn([], [put(`k${n}`)])
    // As a crash would leave it: closing would settle everything.
    for (const suffix of ['', '-wal']) await copyFile(path + suffix, join(folder, `copy.db${suffix}`))
    const copy = openDatabase(join(folder, 'copy.db'))
    expect(copy.prepare('SELECT count(*) AS count FROM current').get()?.count).toBeGreaterThan(30)
    copy.close()
    await ledger.close()
  })
})

describe('the file', () => {
  it('is missed when somebody removes it: nothing more is acknowledged that would be lost', async () => {
    let elapsed = 0
    const clock: Clock = { ...realClock, monotonic: () => elapsed }
    const ledger = await openSqliteLedger(path, { clock })
    await ledger.txn([], [{ do: 'put', key: 'a', value: new Uint8Array(1) }])
    await rm(path)
    elapsed = 1_000
    const lost = ledger.txn([], [{ do: 'put', key: 'b', value: new Uint8Array(1) }])
    await expect(lost).rejects.toThrow(/was removed or replaced/)
    await expect(ledger.txn([], [])).rejects.toThrow()
    await ledger.close()
  })

  it('stays small under endless writing and compaction', async () => {
    const ledger = await openSqliteLedger(path)
    for (let n = 0; n < 4_000; n += 1) {
      const { revision } = await ledger.txn([], [put(`k${n % 20}`, 5_000)])
      if (n % 200 === 199) await ledger.compact(revision)
    }
    expect((await ledger.stats()).bytes).toBeLessThan(4 << 20) // of 20 MiB written
    await ledger.close()
    expect((await stat(path)).size).toBeLessThan(4 << 20)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })

  it('gives space back when much was deleted and compacted', async () => {
    const ledger = await openSqliteLedger(path)
    for (let n = 0; n < 300; n += 1) await ledger.txn([], [put(`k${n}`, 50_000)])
    const { bytes: full } = await ledger.stats()
    for (let n = 0; n < 300; n += 1) await ledger.txn([], [{ do: 'delete', key: `k${n}` }])
    await ledger.compact((await ledger.txn([], [put('last')])).revision)
    expect((await ledger.stats()).bytes).toBeLessThan(full / 2)
    expect((await ledger.verify()).problems).toEqual([])
    await ledger.close()
  })

  it('is finished with a compaction that an earlier process began', async () => {
    const first = await openSqliteLedger(path)
    for (let n = 0; n < 500; n += 1) await first.txn([], [put('k')])
    const begun = first.compact(await first.revision())
    await first.close()
    await begun.catch(() => {})
    const second = await openSqliteLedger(path)
    await second.compact(1)
    expect((await second.verify()).checked).toBe(1)
    await second.close()
  })
})

describe.each([
  ['MemoryLedger', async (clock: Clock) => openMemoryLedger({ clock })],
  ['SqliteLedger', (clock: Clock) => openSqliteLedger(path, { clock })],
])('%s when the wall clock steps back', (_name, open) => {
  it('records times that never go back, so that a time still finds its revision', async () => {
    let now = 1_000
    const ledger = await open({ ...realClock, now: () => now })
    const { revision: first } = await ledger.txn([], [put('k')])
    now = 500
    const { revision: second } = await ledger.txn([], [put('k')])
    now = 2_000
    const { revision: third } = await ledger.txn([], [put('k')])
    expect((await ledger.history('k')).map(({ time }) => time)).toEqual([1_000, 1_000, 2_000])
    expect([
      await ledger.revisionAt(1_000),
      await ledger.revisionAt(1_999),
      await ledger.revisionAt(2_000),
    ]).toEqual([second, second, third])
    expect(await ledger.revisionAt(999)).toBeLessThan(first)
    await ledger.close()
  })
})

describe('backup', () => {
  it('copies a ledger that is being written to, history included', async () => {
    const ledger = await openSqliteLedger(path)
    for (let n = 0; n < 3_000; n += 1) await ledger.txn([], [put(`k${n % 7}`, 100)])
    const history = await ledger.history('k3')
    const lease = await ledger.lease(60_000)
    await ledger.txn([], [{ ...put('claim'), lease: lease.id }])
    let going = true
    const writing = (async () => {
      while (going) await ledger.compact((await ledger.txn([], [put('k3')])).revision)
    })()
    const copyPath = join(folder, 'copy.db')
    const { revision } = await ledger.backup(copyPath)
    going = false
    await writing
    const copy = await openSqliteLedger(copyPath)
    expect(await copy.revision()).toBe(revision)
    expect(await copy.history('k3')).toEqual(history)
    expect(await copy.get('claim')).toMatchObject({ lease: lease.id })
    expect(await copy.stats()).toMatchObject({ keys: 8, leases: 1 })
    expect((await copy.verify()).problems).toEqual([])
    expect((await ledger.history('k3')).length).toBe(1)
    await copy.close()
    await ledger.close()
  })

  it('says where it cannot write, and writes over nothing', async () => {
    const ledger = await openSqliteLedger(path)
    await expect(ledger.backup(join(folder, 'none', 'copy.db'))).rejects.toThrow(/cannot .*none/)
    await expect(ledger.backup(path)).rejects.toMatchObject({ code: 'LEDGER_INVALID' })
    await ledger.close()
  })
})
