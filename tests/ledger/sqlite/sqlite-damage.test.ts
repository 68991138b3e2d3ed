import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { integerBelow } from '@reeve/ground'
import { type Ledger, openSqliteLedger } from '@reeve/ledger'
import { useSystem } from '@reeve/test-servers'
import { seededRandom } from '@reeve/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Acknowledged, crash } from './crash.ts'

const text = (value: Uint8Array | undefined): string | undefined => value && new TextDecoder().decode(value)
const put = (key: string, size: number) => ({ do: 'put', key, value: new Uint8Array(size).fill(7) }) as const
const mount = await useSystem('mount')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reeve-damage-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** What every pair held after all that was acknowledged. */
function stateOf(told: readonly Acknowledged[]): Map<number, string | undefined> {
  const ordered = [...told].sort((a, b) => a.revision - b.revision)
  return new Map(ordered.map(({ pair, value }) => [pair, value]))
}

async function crashed(writes = 300): Promise<{ path: string; told: readonly Acknowledged[] }> {
  const path = join(folder, 'whole.db')
  return { path, told: await crash({ path, name: 'v', writes }) }
}

async function copyOf(path: string, name: string): Promise<string> {
  const copy = join(folder, name)
  for (const suffix of ['', '-wal', '-ack']) await copyFile(path + suffix, copy + suffix)
  return copy
}

async function flip(path: string, offset: number, bit: number): Promise<void> {
  const file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, offset)
  byte[0] = (byte[0] ?? 0) ^ (1 << bit)
  await file.write(byte, 0, 1, offset)
  await file.close()
}

/** Opens and reads everything; either all is there or an error says otherwise. */
async function verdict(path: string, told: readonly Acknowledged[]): Promise<string> {
  let ledger: Ledger | undefined
  try {
    ledger = await openSqliteLedger(path)
    for (const [pair, value] of stateOf(told)) {
      if (text((await ledger.get(`left/${pair}`))?.value) !== value) {
        const { problems } = await ledger.verify()
        return problems.length > 0 ? 'reported by verify' : `silent loss of pair ${pair}`
      }
    }
    return 'whole'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await ledger?.close()
  }
}

describe('a damaged write-ahead file', () => {
  it('is recovered whole or refused, wherever it was cut off', async () => {
    const { path, told } = await crashed()
    const { size } = await stat(`${path}-wal`)
    const random = seededRandom(5)
    const seen = new Map<string, number>()
    for (let n = 0; n < 40; n += 1) {
      const copy = await copyOf(path, `cut-${n}.db`)
      await truncate(`${copy}-wal`, n === 0 ? 0 : integerBelow(random, size))
      const result = await verdict(copy, told)
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    expect(
      [...seen.keys()].filter(
        (result) => !['whole', 'LEDGER_LOST_WRITES', 'LEDGER_CORRUPT'].includes(result),
      ),
    ).toEqual([])
    expect(seen.get('LEDGER_LOST_WRITES')).toBeGreaterThan(20)
  })

  it('is recovered whole or refused, whichever bit was flipped', async () => {
    const { path, told } = await crashed()
    const { size } = await stat(`${path}-wal`)
    const random = seededRandom(6)
    const seen = new Map<string, number>()
    for (let n = 0; n < 60; n += 1) {
      const copy = await copyOf(path, `flip-${n}.db`)
      await flip(`${copy}-wal`, integerBelow(random, size), integerBelow(random, 8))
      const result = await verdict(copy, told)
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    expect(
      [...seen.keys()].filter(
        (result) => !['whole', 'LEDGER_LOST_WRITES', 'LEDGER_CORRUPT'].includes(result),
      ),
    ).toEqual([])
    expect(seen.get('LEDGER_LOST_WRITES')).toBeGreaterThan(20)
  })

  it('is noticed when it is gone, and the ledger goes on only when told to, without reusing a revision', async () => {
    const { path, told } = await crashed()
    await rm(`${path}-wal`)
    await expect(openSqliteLedger(path)).rejects.toMatchObject({
      code: 'LEDGER_LOST_WRITES',
      hint: expect.stringContaining('acceptLoss'),
    })
    const last = Math.max(...told.map(({ revision }) => revision))
    const ledger = await openSqliteLedger(path, { acceptLoss: true })
    expect(await ledger.revision()).toBeGreaterThan(last)
    const resumed = ledger.watch('', { from: last + 1 })[Symbol.asyncIterator]()
    await expect(resumed.next()).rejects.toMatchObject({ code: 'LEDGER_COMPACTED' })
    const { revision } = await ledger.txn([], [put('a', 1)])
    expect(revision).toBeGreaterThan(last)
    await ledger.close()
    const again = await openSqliteLedger(path)
    expect(await again.revision()).toBe(revision)
    await again.close()
  })
})

describe('a damaged ledger file', () => {
  it('never gives a wrong value: reads fail, verify reports, or nothing that matters was hit', async () => {
    const { path, told } = await crashed()
    await (await openSqliteLedger(path)).close()
    const { size } = await stat(path)
    const random = seededRandom(7)
    const seen = new Map<string, number>()
    for (let n = 0; n < 80; n += 1) {
      const copy = join(folder, `flip-${n}.db`)
      await copyFile(path, copy)
      await copyFile(`${path}-ack`, `${copy}-ack`)
      await flip(copy, integerBelow(random, size), integerBelow(random, 8))
      const result = await verdict(copy, told)
      seen.set(result, (seen.get(result) ?? 0) + 1)
    }
    const honest = ['whole', 'reported by verify', 'LEDGER_CORRUPT', 'LEDGER_LOST_WRITES', 'LEDGER_INVALID']
    expect([...seen.keys()].filter((result) => !honest.includes(result))).toEqual([])
  })

  it('refuses every value in which a bit was flipped', async () => {
    const { path, told } = await crashed()
    await (await openSqliteLedger(path)).close()
    const content = await readFile(path)
    const held = [...stateOf(told)].filter(([, value]) => value !== undefined)
    expect(held.length).toBeGreaterThan(50)
    for (const [pair, value = ''] of held.slice(0, 20)) {
      for (let at = content.indexOf(value); at >= 0; at = content.indexOf(value, at + 1)) {
        await flip(path, at, 0)
      }
      const ledger = await openSqliteLedger(path)
      await expect(ledger.get(`left/${pair}`), `pair ${pair}`).rejects.toMatchObject({
        code: 'LEDGER_CORRUPT',
      })
      expect((await ledger.verify()).problems).not.toEqual([])
      await ledger.close()
    }
  })

  it('is told apart from another program’s file, a newer format and no file at all', async () => {
    const other = join(folder, 'other.txt')
    await writeFile(other, 'this is not a database, whatever its name says'.repeat(100))
    await expect(openSqliteLedger(other)).rejects.toMatchObject({ code: 'LEDGER_CORRUPT' })
    expect(await readFile(other, 'utf8')).toContain('this is not a database')
    await expect(openSqliteLedger(join(folder, 'none', 'ledger.db'))).rejects.toMatchObject({
      code: 'LEDGER_CANNOT_OPEN',
    })
    const { DatabaseSync } = await import('node:sqlite')
    const foreign = new DatabaseSync(join(folder, 'foreign.db'))
    foreign.exec('CREATE TABLE theirs (x)')
    foreign.close()
    await expect(openSqliteLedger(join(folder, 'foreign.db'))).rejects.toMatchObject({
      code: 'LEDGER_INVALID',
    })
    const path = join(folder, 'newer.db')
    await (await openSqliteLedger(path)).close()
    const newer = new DatabaseSync(path)
    newer.exec('PRAGMA user_version = 99')
    newer.close()
    await expect(openSqliteLedger(path)).rejects.toThrow(/has format 99/)
  })
})

describe('a ledger that is in use', () => {
  it('is refused to a second process, which is told who holds it', async () => {
    const path = join(folder, 'ledger.db')
    const ledger = await openSqliteLedger(path)
    const script = `import { openSqliteLedger } from '@reeve/ledger'
      try { await openSqliteLedger(process.argv[1]); console.log('opened') } catch (error) { console.log(error.code, error.message) }`
    const args = ['--conditions=source', '--input-type=module', '-e', script, path]
    const child = spawn(process.execPath, args, { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
    let output = ''
    child.stdout.on('data', (data) => {
      output += data
    })
    await new Promise((resolve) => child.once('close', resolve))
    expect(output).toContain(`LEDGER_LOCKED cannot open ledger ${path}: process ${process.pid} holds it`)
    await expect(openSqliteLedger(path)).rejects.toMatchObject({ code: 'LEDGER_LOCKED', pid: process.pid })
    await ledger.close()
    await (await openSqliteLedger(path)).close()
  })

  it('is free again at once when its process was killed', async () => {
    const { path } = await crashed(10)
    await (await openSqliteLedger(path)).close()
  })
})

describe.skipIf(!mount.available)('a disk', () => {
  it('that is full refuses writers, loses nothing acknowledged, and goes on once there is space', async () => {
    await using disk = await mount.start({ bytes: 2 << 20 })
    const path = join(disk.path, 'ledger.db')
    await writeFile(join(disk.path, 'ballast'), new Uint8Array(1 << 20))
    const ledger = await openSqliteLedger(path)
    const kept: string[] = []
    const fill = async (): Promise<unknown> => {
      for (let n = 0; ; n += 1) {
        const keys = [0, 1, 2].map((i) => `k${kept.length}-${n}-${i}`)
        const outcomes = await Promise.allSettled(keys.map((key) => ledger.txn([], [put(key, 20_000)])))
        for (const [i, outcome] of outcomes.entries())
          if (outcome.status === 'fulfilled') kept.push(keys[i] as string)
        const failed = outcomes.find((outcome) => outcome.status === 'rejected')
        if (failed !== undefined) return failed.reason
      }
    }
    expect(await fill()).toMatchObject({ code: 'LEDGER_DISK_FULL', retryable: true })
    const revision = await ledger.revision()
    expect(revision).toBe(1 + kept.length)
    expect((await ledger.range('k', { keysOnly: true })).count).toBe(kept.length)
    await rm(join(disk.path, 'ballast'))
    const { revision: next } = await ledger.txn([], [put('after', 10)])
    expect(next).toBe(revision + 1)
    await ledger.close()
    const again = await openSqliteLedger(path)
    expect((await again.range('', { keysOnly: true })).count).toBe(kept.length + 1)
    expect((await again.verify()).problems).toEqual([])
    await again.close()
  })

  it('that is read-only is said to be so, before and after opening', async () => {
    await using disk = await mount.start({ bytes: 4 << 20 })
    const path = join(disk.path, 'ledger.db')
    const first = await openSqliteLedger(path)
    await first.txn([], [put('a', 1)])
    await first.close()
    await disk.remount('ro')
    await expect(openSqliteLedger(path)).rejects.toMatchObject({ code: 'LEDGER_READ_ONLY' })
    await disk.remount('rw')
    const again = await openSqliteLedger(path)
    expect(await again.get('a')).toBeDefined()
    await again.close()
  })
})
