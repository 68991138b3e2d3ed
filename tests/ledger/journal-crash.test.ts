import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { integerBelow } from '@reeve/ground'
import { openJournal, readJournal } from '@reeve/ledger'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROUNDS = 60
const SEED = 20_260_101

let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reeve-journal-crash-'))
})
afterAll(() => rm(directory, { recursive: true }))

// Prints each acknowledged sequence with what was recorded under it, synchronously: what is printed was acknowledged.
const WRITER = `
  import { writeSync } from 'node:fs'
  const { openJournal } = await import(process.argv[1])
  const [directory, round] = process.argv.slice(2)
  const journal = await openJournal({ directory, segmentBytes: 20_000 })
  writeSync(1, 'open\\n')
  const tell = ({ sequence, data }) => writeSync(1, sequence + ' ' + data.slice(0, 20) + '\\n')
  const writer = async (name) => {
    for (let n = 0; ; n += 1) {
      const data = [round, name, n].join('-').padEnd(20, '.') + 'z'.repeat((n * 131) % 700)
      if (n % 3 === 0) (await journal.appendAll([{ type: 'x', data }, { type: 'y', data }])).forEach(tell)
      else tell(await journal.append({ type: 'x', data }))
    }
  }
  await Promise.all(['a', 'b', 'c', 'd'].map(writer))`

/** Lets a process append under load, kills it at that time after it has opened the journal; what it said. */
async function writeAndDie(round: number, afterMs: number): Promise<Map<number, string>> {
  const entry = new URL('../../platform/ledger/src/index.ts', import.meta.url).href
  const flags = ['--conditions=source', '--input-type=module', '-e', WRITER]
  const child = spawn(process.execPath, [...flags, entry, directory, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child.stdout, 'data')
  await pause(afterMs)
  child.kill('SIGKILL')
  await once(child, 'close')
  const lines = Buffer.concat(chunks).toString().split('\n').slice(1, -1)
  return new Map(lines.map((line) => [Number.parseInt(line, 10), line.slice(line.indexOf(' ') + 1)]))
}

describe('a journal whose process is killed', () => {
  it('loses nothing acknowledged, corrupts nothing, and gives no number twice', async () => {
    const random = seededRandom(SEED)
    const acknowledged = new Map<number, string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [sequence, data] of await writeAndDie(round, integerBelow(random, 60))) {
        expect(acknowledged.has(sequence), `sequence ${sequence} in round ${round}, seed ${SEED}`).toBe(false)
        acknowledged.set(sequence, data)
      }
    }
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    const found = new Map<number, string>()
    for await (const item of readJournal(directory)) {
      expect(item.kind, JSON.stringify(item)).not.toBe('damage')
      if (item.kind === 'record') found.set(item.record.sequence, String(item.record.data).slice(0, 20))
    }
    for (const [sequence, data] of acknowledged) expect(found.get(sequence), `seed ${SEED}`).toBe(data)
    await using journal = await openJournal({ directory })
    expect(journal.stats().lastSequence).toBeGreaterThanOrEqual(Math.max(...acknowledged.keys()))
  })

  it('is refused to a second process while the first one lives, and open to readers', async () => {
    await using journal = await openJournal({ directory: join(directory, 'held') })
    await journal.append({ type: 'x' })
    const script = `
      const { openJournal, readJournal } = await import(process.argv[1])
      const items = await Array.fromAsync(readJournal(process.argv[2]))
      const refused = await openJournal({ directory: process.argv[2] }).catch((error) => error)
      process.stdout.write(JSON.stringify([items.length, refused.code, refused.pid]))`
    const entry = new URL('../../platform/ledger/src/index.ts', import.meta.url).href
    const flags = ['--conditions=source', '--input-type=module', '-e', script, entry, join(directory, 'held')]
    const child = spawn(process.execPath, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [answer] = await once(child.stdout, 'data')
    await once(child, 'close')
    expect(JSON.parse(String(answer))).toEqual([1, 'JOURNAL_LOCKED', process.pid])
  })
})
