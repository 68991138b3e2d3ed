import { ReeveError } from '@reeve/ground'
import { SimulatedDisk, systemError } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import type { Journal, JournalOptions } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import { openJournal } from './open-journal.ts'
import { encodeRecord } from './record-line.ts'
import { segmentName } from './segment-name.ts'

/** One way for things to go wrong. */
interface Case {
  /** How many operations go well before. */
  readonly after: number
  readonly code: 'EIO' | 'ENOSPC'
  /** Whether only that one fails, or all from there on. */
  readonly once: boolean
  /** How it ends: how much of what was not synced survives a power loss, or the process is only killed. */
  readonly end: number | 'kill'
}

/** What those who appended were told. */
interface Told {
  readonly acknowledged: JournalRecord[]
  /** Data of what was refused for want of room, of which nothing may be found again. */
  readonly refused: string[]
  failures: number
}

const OPTIONS: JournalOptions = { directory: '/journal', segmentBytes: 250 }

/** A disk with a journal of two records and a torn third one. */
async function tornDisk(): Promise<SimulatedDisk> {
  const disk = new SimulatedDisk()
  const lines = [1, 2, 3].map((sequence) =>
    encodeRecord({ sequence, time: 0, type: 'x', data: `old ${sequence}` }),
  )
  const file = await disk.open(segmentName(1), 'create')
  await file.write(Buffer.concat(lines).subarray(0, -5), 0)
  await file.sync()
  await disk.syncDirectory('/journal')
  return disk
}

/** Opens the torn journal and appends, alone and in groups, over several segments. */
async function scenario(disk: SimulatedDisk, told: Told): Promise<Journal | undefined> {
  const opened = await openJournal({ ...OPTIONS, files: disk }).catch((error) => noteFailure(told, error))
  const journal =
    opened ?? (await openJournal({ ...OPTIONS, files: disk }).catch((error) => noteFailure(told, error)))
  if (journal === undefined) return undefined
  const append = async (...data: string[]): Promise<void> => {
    try {
      told.acknowledged.push(...(await journal.appendAll(data.map((one) => ({ type: 'x', data: one })))))
    } catch (error) {
      noteFailure(told, error)
      if (error instanceof ReeveError && error.code === 'JOURNAL_DISK_FULL') told.refused.push(...data)
    }
  }
  await append('a')
  await Promise.all([append('b'), append('c', 'd'), append('e')])
  await append('f', 'g', 'h')
  await Promise.all([append('i'), append('j')])
  await append('k')
  return journal
}

function noteFailure(told: Told, error: unknown): undefined {
  expect(error).toBeInstanceOf(ReeveError)
  told.failures += 1
}

async function recordsOf(journal: Journal): Promise<JournalRecord[]> {
  const items = await Array.fromAsync(journal.replay())
  return items.flatMap((item) => (item.kind === 'record' ? [item.record] : []))
}

/** Runs the scenario; says how many operations it took, and whether anybody was told of a failure. */
async function run(one: Case): Promise<{ operations: number; failures: number }> {
  const disk = await tornDisk()
  const told: Told = { acknowledged: [], refused: [], failures: 0 }
  let operations = 0
  disk.before = () => {
    operations += 1
    const fails = one.once ? operations === one.after + 1 : operations > one.after
    if (fails) throw systemError(one.code, 'injected')
  }
  const journal = await scenario(disk, told)
  const taken = operations
  disk.before = () => {}
  if (journal !== undefined) {
    expect((await recordsOf(journal)).filter(({ data }) => !`${data}`.startsWith('old'))).toEqual(
      told.acknowledged,
    )
  }
  if (one.end === 'kill') disk.stop()
  else disk.crash(one.end)
  await expectKept(disk, told)
  return { operations: taken, failures: told.failures }
}

async function expectKept(disk: SimulatedDisk, told: Told): Promise<void> {
  await using again = await openJournal({ ...OPTIONS, files: disk })
  const found = await recordsOf(again)
  expect(found.slice(0, 2)).toMatchObject([{ data: 'old 1' }, { data: 'old 2' }])
  for (const record of told.acknowledged) expect(found).toContainEqual(record)
  for (const data of told.refused) expect(found.map((record) => record.data)).not.toContain(data)
  const { sequence } = await again.append({ type: 'after' })
  expect(sequence).toBeGreaterThan(Math.max(3, ...found.map((record) => record.sequence)))
}

describe('a fault at any point', () => {
  const kinds = (['EIO', 'ENOSPC'] as const).flatMap((code) => [true, false].map((once) => ({ code, once })))

  it.each(kinds)(
    'loses nothing acknowledged and half-changes nothing ($code, once: $once)',
    async ({ code, once }) => {
      const { operations } = await run({ after: Number.POSITIVE_INFINITY, code, once, end: 'kill' })
      let told = 0
      for (let after = 0; after < operations; after += 1) {
        for (const end of ['kill', 0, 0.3, 0.7, 1] as const) {
          told += (await run({ after, code, once, end })).failures > 0 ? 1 : 0
        }
      }
      expect(told).toBeGreaterThan(operations) // the injected faults do arrive
    },
  )
})
