import { expect, it } from 'vitest'
import { canonicalTime } from './canonical-time.ts'

it('writes times in UTC and to the second', () => {
  expect(canonicalTime('2026-01-02T03:04:05.9+01:00')).toBe('2026-01-02T02:04:05Z')
})

it('writes fine times with six digits', () => {
  expect(canonicalTime('2026-01-02T03:04:05.100000+01:00', 6)).toBe('2026-01-02T02:04:05.100000Z')
  expect(canonicalTime('2026-01-02T03:04:05Z', 6)).toBe('2026-01-02T03:04:05.000000Z')
})

it('leaves what is no time as it is', () => {
  expect(canonicalTime('yesterday')).toBe('yesterday')
  expect(canonicalTime('2026-13-02T03:04:05Z')).toBe('2026-13-02T03:04:05Z')
})
