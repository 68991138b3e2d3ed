import { integerBelow, type Random } from '@reeve/ground'
import type { Guard, Op } from '@reeve/ledger'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../seeded-random.ts'
import { bytes, del, type LedgerSubject, type OpenLedger, put, text } from './ledger-subject.ts'
import { isLinearizable, type Operation, type RegisterAction } from './linearizable.ts'
import { type SeenRevision, WatchRecord, watchProblems } from './watch-record.ts'

export interface HistoryOptions {
  /** How many seeds are tried. */
  readonly seeds: number
  /** Disturbs the backend now and then, while clients are at work. */
  readonly disturb?: (random: Random) => Promise<void>
}

const KEYS = ['a/x', 'a/y', 'b/z']
const CLIENTS = 5
const STEPS = 40

/** Concurrent clients and watchers on one ledger; what they saw is checked against what a ledger promises. */
export function describeHistories(name: string, open: OpenLedger, options: HistoryOptions): void {
  describe(name, () => {
    const seeds = Array.from({ length: options.seeds }, (_, n) => n + 1)
    it.each(seeds)(
      'explains what concurrent clients and watchers saw, seed %i',
      { timeout: 120_000 },
      async (seed) => {
        const subject = await open()
        try {
          const history = new History(subject, seed)
          await history.run(options)
          for (const key of KEYS)
            expect(isLinearizable(history.operations(key)), `the story of ${key}`).toBe(true)
          expect(history.problems()).toEqual([])
        } finally {
          await subject.dispose()
        }
      },
    )
  })
}

class History {
  readonly #subject: LedgerSubject
  readonly #random: Random
  readonly #operations = new Map<string, Operation[]>(KEYS.map((key) => [key, []]))
  readonly #committed: SeenRevision[] = []
  readonly #records: WatchRecord[] = []
  #uncertain = false
  #values = 0

  constructor(subject: LedgerSubject, seed: number) {
    this.#subject = subject
    this.#random = seededRandom(seed)
  }

  operations(key: string): readonly Operation[] {
    return this.#operations.get(key) ?? []
  }

  /** With writes whose answers were lost, the story is what the watch of everything told. */
  problems(): string[] {
    const committed = this.#uncertain ? (this.#records[0]?.seen ?? []) : this.#committed
    return this.#records.flatMap((record, at) =>
      watchProblems(record, committed, (event) => at === 0 || event.slice(1).startsWith('a/')),
    )
  }

  async run({ disturb }: HistoryOptions): Promise<void> {
    const from = (await this.#subject.ledger.revision()) + 1
    for (const span of ['', 'a/', 'a/']) this.#records.push(new WatchRecord(this.#subject.ledger, span, from))
    await Promise.all(this.#records.map((record) => record.start()))
    const clients = Array.from({ length: CLIENTS }, (_, client) => this.#client(client))
    const disturbed = disturb?.(this.#random)
    await Promise.all([...clients, this.#watcher(), disturbed])
    const end = await this.#subject.ledger.revision()
    await Promise.all(this.#records.map((record) => record.reach(end, this.#subject.pass)))
  }

  async #client(client: number): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      await this.#pause()
      const key = KEYS[integerBelow(this.#random, KEYS.length)] as string
      const called = performance.now()
      const kind = integerBelow(this.#random, 10)
      const note = (action: RegisterAction, answered = true): void => {
        const ended = answered ? { returned: performance.now() } : {}
        this.#operations.get(key)?.push({ client, called, action, ...ended })
      }
      await unlessUnavailable(async () => {
        if (kind < 3) note({ type: 'get', found: text((await this.#subject.ledger.get(key))?.value) })
        else if (kind < 6) await this.#write(key, note)
        else await this.#swap(key, kind < 8 ? this.#value() : undefined, note)
      })
    }
  }

  async #write(key: string, note: (action: RegisterAction, answered?: boolean) => void): Promise<void> {
    const value = this.#value()
    const outcome = await this.#txn([put(key, value)])
    note({ type: 'put', value }, outcome !== 'unknown')
  }

  /** Reads first, so that some swaps meet a value that has changed since. Deletes where there is no new value. */
  async #swap(
    key: string,
    value: string | undefined,
    note: (action: RegisterAction, answered?: boolean) => void,
  ): Promise<void> {
    const expected = text((await this.#subject.ledger.get(key))?.value)
    await this.#pause()
    if (expected === undefined && value === undefined) return note({ type: 'get', found: undefined }, false)
    const outcome = await this.#txn(
      [value === undefined ? del(key) : put(key, value)],
      guardOf(key, expected),
    )
    note({ type: 'swap', expected, value, ok: outcome === 'done' }, outcome !== 'unknown')
  }

  async #txn(ops: readonly Op[], ...guards: readonly Guard[]): Promise<'done' | 'refused' | 'unknown'> {
    try {
      const outcome = await this.#subject.ledger.txn(guards, ops)
      if (!outcome.ok) return 'refused'
      const events = ops.map((op) => (op.do === 'put' ? `+${op.key}=${text(op.value)}` : `-${op.key}`))
      this.#committed.push({ revision: outcome.revision, events })
      return 'done'
    } catch (error) {
      if ((error as { code?: string }).code !== 'LEDGER_UNCERTAIN') throw error
      this.#uncertain = true
      return 'unknown'
    }
  }

  /** Cuts readers off at random and lets them resume; compacts behind what all have seen. */
  async #watcher(): Promise<void> {
    for (let step = 0; step < STEPS / 2; step += 1) {
      await this.#pause()
      const record = this.#records[integerBelow(this.#random, this.#records.length)]
      await record?.cut()
      await this.#pause()
      await record?.start()
      const seen = Math.min(...this.#records.map(({ seen }) => seen.at(-1)?.revision ?? 0))
      if (step % 5 === 4 && seen > 0) await unlessUnavailable(() => this.#subject.ledger.compact(seen))
    }
  }

  async #pause(): Promise<void> {
    const turns = integerBelow(this.#random, 4)
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  #value(): string {
    this.#values += 1
    return `v${this.#values}`
  }
}

/** A call that the backend was not there for changed nothing and saw nothing, so it is no part of the history. */
async function unlessUnavailable(call: () => Promise<unknown>): Promise<void> {
  try {
    await call()
  } catch (error) {
    if ((error as { code?: string }).code !== 'LEDGER_UNAVAILABLE') throw error
  }
}

function guardOf(key: string, expected: string | undefined): Guard {
  return expected === undefined ? { on: 'absent', key } : { on: 'value', key, value: bytes(expected) }
}
