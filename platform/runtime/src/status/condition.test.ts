import { describe, expect, it } from 'vitest'
import {
  type Condition,
  conditionAge,
  conditionStatus,
  findCondition,
  isConditionTrue,
  removeCondition,
  setCondition,
} from './condition.ts'

const NOON = Date.UTC(2026, 0, 1, 12)
const ready = {
  type: 'Ready',
  status: 'True',
  reason: 'DeviceRunning',
  message: 'Device is running',
} as const

describe('setCondition', () => {
  it('gives a condition its type, status, reason, message, generation and time (F18, F54, F60, S35)', () => {
    expect(setCondition([], { ...ready, observedGeneration: 3, now: NOON })).toEqual([
      { ...ready, observedGeneration: 3, lastTransitionTime: '2026-01-01T12:00:00Z' },
    ])
  })

  it('moves the transition time only when the status changes (trap: reset on every call)', () => {
    const first = setCondition<string>([], { ...ready, now: NOON })
    const reworded = setCondition(first, { ...ready, reason: 'StillRunning', now: NOON + 60_000 })
    expect(reworded).toMatchObject([{ reason: 'StillRunning', lastTransitionTime: '2026-01-01T12:00:00Z' }])
    const flipped = setCondition(reworded, { ...ready, status: 'False', now: NOON + 120_000 })
    expect(flipped).toMatchObject([{ status: 'False', lastTransitionTime: '2026-01-01T12:02:00Z' }])
  })

  it('gives back the very same list when nothing changed, so that nothing is written', () => {
    const first = setCondition<string>([], { ...ready, observedGeneration: 1, now: NOON })
    expect(setCondition(first, { ...ready, observedGeneration: 1, now: NOON + 1_000 })).toBe(first)
    expect(setCondition(first, { ...ready, observedGeneration: 2, now: NOON + 1_000 })).not.toBe(first)
  })

  it('leaves other conditions, their order and the list it was given alone', () => {
    const others: readonly Condition[] = Object.freeze([
      { ...ready, type: 'Synced', lastTransitionTime: 'x' },
      { ...ready, lastTransitionTime: 'y' },
    ])
    const after = setCondition(others, { ...ready, status: 'Unknown', now: NOON })
    expect(after.map(({ type }) => type)).toEqual(['Synced', 'Ready'])
    expect(after[0]).toBe(others[0])
  })

  it('cuts a message that the server would refuse', () => {
    const [set] = setCondition([], { ...ready, message: 'x'.repeat(40_000), now: NOON })
    expect(set?.message.length).toBe(32_768)
  })
})

describe('reading conditions', () => {
  const conditions = setCondition<string>([], { ...ready, now: NOON })

  it('takes what was not said for unknown', () => {
    expect(conditionStatus(conditions, 'Ready')).toBe('True')
    expect(conditionStatus(conditions, 'Synced')).toBe('Unknown')
    expect(conditionStatus(undefined, 'Ready')).toBe('Unknown')
    expect(isConditionTrue(conditions, 'Ready')).toBe(true)
    expect(findCondition(conditions, 'Synced')).toBeUndefined()
  })

  it('tells how long a condition has held', () => {
    expect(conditionAge(conditions, { type: 'Ready', now: NOON + 5_000 })).toBe(5_000)
    expect(conditionAge(conditions, { type: 'Synced', now: NOON })).toBeUndefined()
  })

  it('removes one', () => {
    expect(removeCondition(conditions, 'Ready')).toEqual([])
    expect(removeCondition(conditions, 'Synced')).toBe(conditions)
  })
})
