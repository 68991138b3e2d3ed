import type { Entry, Guard, Op } from '@reeve/ledger'

export type State = ReadonlyMap<string, Entry>

export interface ModelRevision {
  readonly revision: number
  readonly state: State
  /** What it changed: the keys, put or deleted. */
  readonly changed: readonly string[]
}

/** The simplest thing that can be a ledger: a list of whole states. Told which revisions the real one gave. */
export class LedgerModel {
  readonly #revisions: ModelRevision[]
  floor: number

  constructor(start: number) {
    this.#revisions = [{ revision: start, state: new Map(), changed: [] }]
    this.floor = start
  }

  get newest(): ModelRevision {
    return this.#revisions.at(-1) as ModelRevision
  }

  /** All that a reader may still ask for. */
  retained(): readonly ModelRevision[] {
    return this.#revisions.filter(({ revision }) => revision >= this.floor)
  }

  at(revision: number): State {
    return this.#revisions.findLast((known) => known.revision <= revision)?.state ?? new Map()
  }

  holds(guard: Guard): boolean {
    const entry = this.newest.state.get(guard.key)
    if (guard.on === 'absent') return entry === undefined
    if (guard.on === 'value') return entry !== undefined && Buffer.compare(entry.value, guard.value) === 0
    return (entry?.[guard.on] ?? 0) === (guard.on === 'version' ? guard.version : guard.modRevision)
  }

  /** Whether the ops would change anything. */
  changes(ops: readonly Op[]): boolean {
    return ops.some((op) => op.do === 'put' || this.newest.state.has(op.key))
  }

  commit(ops: readonly Op[], revision: number): void {
    const state = new Map(this.newest.state)
    const changed: string[] = []
    for (const op of ops) {
      const before = this.newest.state.get(op.key)
      if (op.do === 'delete') {
        if (state.delete(op.key)) changed.push(op.key)
        continue
      }
      changed.push(op.key)
      state.set(op.key, {
        key: op.key,
        value: op.value,
        createRevision: before?.createRevision ?? revision,
        modRevision: revision,
        version: (before?.version ?? 0) + 1,
        ...(op.lease === undefined ? {} : { lease: op.lease }),
      })
    }
    this.#revisions.push({ revision, state, changed })
  }

  /** Retained versions of a key: revision and what it held, oldest first. */
  history(key: string): readonly (readonly [number, Entry | undefined])[] {
    const versions = this.#revisions
      .filter(({ changed }) => changed.includes(key))
      .map(({ revision, state }) => [revision, state.get(key)] as const)
    const newestBelow = versions.findLastIndex(([revision]) => revision <= this.floor)
    const kept = versions.slice(Math.max(0, newestBelow))
    const [first] = kept
    return first !== undefined && first[1] === undefined && first[0] < this.floor ? kept.slice(1) : kept
  }

  /** Every change from a revision on, as a watch tells it. */
  changesFrom(from: number): readonly ModelRevision[] {
    return this.#revisions.filter(({ revision, changed }) => revision >= from && changed.length > 0)
  }
}
