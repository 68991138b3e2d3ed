import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integerBelow } from '@reeve/ground'
import { type Ledger, openSqliteLedger } from '@reeve/ledger'
import { seededRandom } from '@reeve/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Acknowledged, crash } from './crash.ts'

const ROUNDS = 250
const text = (value: Uint8Array): string => new TextDecoder().decode(value)

describe('SqliteLedger under SIGKILL', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-crash-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it(`keeps every acknowledged write through ${ROUNDS} kills, and watches resume exactly`, {
    timeout: 600_000,
  }, async () => {
    const random = seededRandom(3)
    const path = join(folder, 'ledger.db')
    const story = new Story()
    for (let round = 0; round < ROUNDS; round += 1) {
      const compactTo = round % 3 === 2 ? story.seen : 0
      const afterAcks = 1 + integerBelow(random, round % 10 === 0 ? 2_000 : 120)
      const told = await crash({ path, name: `r${round}`, compactTo, afterAcks })
      const ledger = await openSqliteLedger(path)
      await story.check(ledger, told)
      if (round % 25 === 24) expect((await ledger.verify()).problems).toEqual([])
      await ledger.close()
    }
    expect(story.acknowledged).toBeGreaterThan(ROUNDS)
  })
})

/** What has been acknowledged so far, and what a reader has seen that resumes after each crash. */
class Story {
  readonly #pairs = new Map<number, string | undefined>()
  acknowledged = 0
  /** The last revision that the reader has seen. */
  seen = 1

  async check(ledger: Ledger, told: readonly Acknowledged[]): Promise<void> {
    const newest = await ledger.revision()
    const highest = Math.max(this.seen, ...told.map(({ revision }) => revision))
    expect(newest, 'the revision never goes back').toBeGreaterThanOrEqual(highest)
    this.acknowledged += told.length
    // Deletions of what is not there make no revision of their own, and answer with the newest.
    const changes = told.filter(({ value }) => value !== undefined)
    expect(new Set(changes.map(({ revision }) => revision)).size, 'a revision is used once').toBe(
      changes.length,
    )
    for (const { revision } of changes) expect(revision).toBeGreaterThan(this.seen)
    const watched = await this.#resume(ledger, newest)
    for (const { revision, pair, value } of changes) {
      expect(watched.get(revision), `acknowledged revision ${revision}`).toEqual({ pair, value })
    }
    await this.#compare(ledger)
  }

  /** Reads on from where the reader was when the process was killed, to the newest revision. */
  async #resume(
    ledger: Ledger,
    newest: number,
  ): Promise<Map<number, { pair: number; value: string | undefined }>> {
    const watched = new Map<number, { pair: number; value: string | undefined }>()
    if (newest === this.seen) return watched
    let last = this.seen
    for await (const { revision, events } of ledger.watch('', { from: this.seen + 1 })) {
      expect(revision, 'no revision is left out').toBe(last + 1)
      last = revision
      const [left, right] = [...events].sort((a, b) => (a.key < b.key ? -1 : 1))
      const pair = Number(left?.key.slice('left/'.length))
      expect([left?.key, right?.key], 'a revision is whole').toEqual([`left/${pair}`, `right/${pair}`])
      const value = left?.type === 'put' ? text(left.entry.value) : undefined
      expect(right?.type === 'put' ? text(right.entry.value) : undefined).toBe(value)
      watched.set(revision, { pair, value })
      this.#pairs.set(pair, value)
      if (revision === newest) break
    }
    this.seen = last
    return watched
  }

  async #compare(ledger: Ledger): Promise<void> {
    const { entries } = await ledger.range('left/')
    const held = new Map(entries.map(({ key, value }) => [Number(key.slice('left/'.length)), text(value)]))
    for (const [pair, value] of this.#pairs) expect(held.get(pair), `pair ${pair}`).toBe(value)
  }
}
