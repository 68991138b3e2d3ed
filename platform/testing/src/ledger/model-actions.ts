import type { Guard } from '@reeve/ledger'
import fc from 'fast-check'
import type { LedgerModel } from './ledger-model.ts'
import { bytes } from './ledger-subject.ts'

/** Few keys, so that actions meet; some that sort differently in UTF-16 and UTF-8. */
const KEYS = ['a', 'a/b', 'a/c', 'b', '\uffff', '\u{1f600}'] as const

const key = fc.constantFrom(...KEYS)
const value = fc.integer({ min: 0, max: 9 }).map((n) => bytes(String(n)))
/** Picks one of whatever there is at the time: 0 the oldest, 1 the newest. */
const share = fc.double({ min: 0, max: 1, noNaN: true })

const guard = fc.record({
  on: fc.constantFrom('absent', 'modRevision', 'version', 'value'),
  key,
  stale: fc.boolean(),
  value,
})

const op = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('put' as const), key, value, leased: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), key }) },
)

const span = fc.oneof(
  fc.constantFrom('', 'a', 'a/', 'zzz', ...KEYS),
  fc.record({ from: fc.constantFrom('', ...KEYS), to: key }),
)

export const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('txn' as const),
      guards: fc.array(guard, { maxLength: 2 }),
      ops: fc.uniqueArray(op, { selector: (each) => each.key, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('get' as const), key, at: fc.option(share) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('range' as const),
      span,
      at: fc.option(share),
      limit: fc.option(fc.integer({ min: 1, max: 4 })),
      only: fc.constantFrom('all', 'keysOnly', 'countOnly'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('history' as const), key }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('watch' as const), from: share }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('compact' as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('revisionAt' as const), at: share }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('lease' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('revoke' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reopen' as const) }) },
)

type ActionOf<T> = T extends fc.Arbitrary<infer A> ? A : never
export type Action = ActionOf<typeof action>
export type RawGuard = ActionOf<typeof guard>

/** A guard that fits what the model holds now, or does not if it is to be stale. */
export function guardFor(model: LedgerModel, raw: RawGuard): Guard {
  const entry = model.newest.state.get(raw.key)
  switch (raw.on) {
    case 'modRevision':
      return { on: 'modRevision', key: raw.key, modRevision: (entry?.modRevision ?? 0) + (raw.stale ? 1 : 0) }
    case 'version':
      return { on: 'version', key: raw.key, version: (entry?.version ?? 0) + (raw.stale ? 1 : 0) }
    case 'value':
      return { on: 'value', key: raw.key, value: raw.stale ? raw.value : (entry?.value ?? raw.value) }
    default:
      return { on: 'absent', key: raw.key }
  }
}

/** The element that a share of 0 to 1 points at. */
export function pick<T>(list: readonly T[], at: number): T {
  return list[Math.round(at * (list.length - 1))] as T
}
