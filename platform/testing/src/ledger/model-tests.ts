import type { Entry, Lease, Ledger, Op, RangeOptions, Span } from '@reeve/ledger'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Suite } from './describe-ledger.ts'
import { LedgerModel, type State } from './ledger-model.ts'
import { type LedgerSubject, take } from './ledger-subject.ts'
import { type Action, action, guardFor, pick } from './model-actions.ts'

export function modelTests({ open, modelRuns }: Suite): void {
  it('does what the simplest possible ledger does, for any sequence of operations', {
    timeout: 120_000,
  }, async () => {
    const actions = fc.array(action, { minLength: 1, maxLength: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(actions, async (sequence) => {
        const subject = await open()
        try {
          await new Run(subject, await subject.ledger.revision()).all(sequence)
        } finally {
          await subject.dispose()
        }
      }),
      { numRuns: modelRuns, seed: 20_261_115 },
    )
  })
}

/** One sequence of operations on the ledger and on its model, compared step by step. */
class Run {
  readonly #subject: LedgerSubject
  readonly #model: LedgerModel
  readonly #start: number
  #ledger: Ledger
  #leases: Lease[] = []

  constructor(subject: LedgerSubject, start: number) {
    this.#subject = subject
    this.#ledger = subject.ledger
    this.#start = start
    this.#model = new LedgerModel(start)
  }

  async all(sequence: readonly Action[]): Promise<void> {
    const watch = this.#ledger.watch('', { from: this.#start + 1 })
    await watch.ready
    const story = sequence.some(({ type }) => type === 'reopen') ? undefined : watch
    for (const step of sequence) await this.#do(step)
    expect(await this.#ledger.revision()).toBe(this.#model.newest.revision)
    expect((await this.#ledger.verify()).problems).toEqual([])
    if (story === undefined || this.#model.floor > this.#start) return
    const changes = this.#model.changesFrom(this.#start + 1)
    const batches = await take(story, changes.length)
    expect(batches.map(({ revision }) => revision)).toEqual(changes.map(({ revision }) => revision))
  }

  async #do(step: Action): Promise<void> {
    await this.#subject.pass(1)
    switch (step.type) {
      case 'txn':
        return this.#txn(step)
      case 'get': {
        const revision = this.#revision(step.at)
        const expected = this.#model.at(revision ?? this.#model.newest.revision).get(step.key)
        return void expect(
          plain(await this.#ledger.get(step.key, { ...(revision && { revision }) })),
        ).toEqual(expected)
      }
      case 'range':
        return this.#range(step)
      case 'history': {
        const versions = await this.#ledger.history(step.key)
        const shown = versions.map(({ revision, entry }) => [revision, plain(entry)])
        return void expect(shown).toEqual(this.#model.history(step.key))
      }
      case 'watch':
        return this.#watch(step.from)
      case 'compact':
        this.#model.floor = pick(this.#model.retained(), step.at).revision
        return this.#ledger.compact(this.#model.floor)
      case 'revisionAt':
        return this.#revisionAt(pick(this.#model.retained(), step.at).revision)
      case 'lease':
        return void this.#leases.push(await this.#ledger.lease(600_000))
      case 'revoke':
        return this.#revoke()
      case 'reopen':
        if (this.#subject.reopen === undefined) return
        this.#ledger = await this.#subject.reopen()
        this.#leases = []
    }
  }

  async #txn(step: Extract<Action, { type: 'txn' }>): Promise<void> {
    const lease = this.#leases.at(-1)?.id
    const guards = step.guards.map((guard) => guardFor(this.#model, guard))
    const ops = step.ops.map((raw): Op => {
      if (raw.do === 'delete') return raw
      const { do: kind, key, value } = raw
      return { do: kind, key, value, ...(raw.leased && lease !== undefined ? { lease } : {}) }
    })
    const outcome = await this.#ledger.txn(guards, ops)
    const { revision } = this.#model.newest
    if (!guards.every((guard) => this.#model.holds(guard))) {
      const current = guards.map(({ key }) => this.#model.newest.state.get(key))
      expect(outcome.ok ? outcome : { ...outcome, current: outcome.current.map(plain) }).toEqual({
        ok: false,
        revision,
        current,
      })
    } else if (!this.#model.changes(ops)) {
      expect(outcome).toEqual({ ok: true, revision })
    } else {
      expect(outcome.ok).toBe(true)
      expect(outcome.revision).toBeGreaterThan(revision)
      this.#model.commit(ops, outcome.revision)
    }
  }

  async #range(step: Extract<Action, { type: 'range' }>): Promise<void> {
    const revision = this.#revision(step.at)
    const limit = step.limit ?? undefined
    const options: RangeOptions = {
      ...(revision && { revision }),
      ...(limit && step.only !== 'countOnly' && { limit }),
      ...(step.only !== 'all' && { [step.only]: true }),
    }
    const all = inSpan(this.#model.at(revision ?? this.#model.newest.revision), step.span)
    const entries = step.only === 'countOnly' ? [] : all.slice(0, limit)
    const result = await this.#ledger.range(step.span, options)
    expect({ ...result, entries: result.entries.map(plain) }).toEqual({
      revision: revision ?? this.#model.newest.revision,
      entries: entries.map((entry) =>
        step.only === 'keysOnly' ? { ...entry, value: new Uint8Array() } : entry,
      ),
      count: step.only === 'countOnly' ? all.length : entries.length,
      more: step.only !== 'countOnly' && entries.length < all.length,
    })
  }

  async #watch(share: number): Promise<void> {
    const from = pick(this.#model.retained(), share).revision
    const changes = this.#model.changesFrom(from)
    const batches = await take(this.#ledger.watch('', { from }), changes.length)
    const seen = batches.map(({ revision, events }) => ({
      revision,
      events: new Map(
        events.map((event) => [event.key, event.type === 'put' ? plain(event.entry) : undefined]),
      ),
    }))
    const expected = changes.map(({ revision, state, changed }) => ({
      revision,
      events: new Map(changed.map((key) => [key, state.get(key)])),
    }))
    expect(seen).toEqual(expected)
  }

  async #revoke(): Promise<void> {
    const lease = this.#leases.pop()
    if (lease === undefined) return
    const held = [...this.#model.newest.state.values()].filter((entry) => entry.lease === lease.id)
    await lease.revoke()
    if (held.length === 0) return
    this.#model.commit(
      held.map(({ key }) => ({ do: 'delete', key })),
      await this.#ledger.revision(),
    )
  }

  /** Several revisions may share a time: the newest of them is meant. */
  async #revisionAt(revision: number): Promise<void> {
    const time = await this.#timeOf(revision)
    if (time === undefined) return
    const found = await this.#ledger.revisionAt(time)
    expect(found).toBeGreaterThanOrEqual(revision)
    expect(await this.#timeOf(found)).toBe(time)
  }

  async #timeOf(revision: number): Promise<number | undefined> {
    const changed = this.#model.changesFrom(revision).find((change) => change.revision === revision)
      ?.changed[0]
    if (changed === undefined) return undefined
    const version = (await this.#ledger.history(changed)).find((candidate) => candidate.revision === revision)
    return version?.time
  }

  #revision(at: number | null): number | undefined {
    return at === null ? undefined : pick(this.#model.retained(), at).revision
  }
}

function inSpan(state: State, span: Span): Entry[] {
  const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const inside = (key: string): boolean =>
    typeof span === 'string' ? key.startsWith(span) : order(key, span.from) >= 0 && order(key, span.to) < 0
  return [...state.values()].filter(({ key }) => inside(key)).sort((a, b) => order(a.key, b.key))
}

/** Backends hand over buffers of several kinds. */
function plain(entry: Entry | undefined): Entry | undefined {
  return entry && { ...entry, value: new Uint8Array(entry.value) }
}
