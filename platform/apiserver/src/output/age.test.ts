import { describe, expect, it } from 'vitest'
import { ageOf } from './age.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const ago = (seconds: number): string => ageOf(new Date(NOW - seconds * 1_000).toISOString(), NOW)

describe('ageOf', () => {
  it.each([
    [0, '0s'],
    [119, '119s'],
    [120, '2m'],
    [305, '5m5s'],
    [3_599, '59m'],
    [10_799, '179m'],
    [10_800, '3h'],
    [11_160, '3h6m'],
    [90_000, '25h'],
    [3 * 86_400 + 7_200, '3d2h'],
    [100 * 86_400, '100d'],
    [3 * 365 * 86_400, '3y'],
    [-60, '<invalid>'],
  ])('shows %i seconds as %s', (seconds, shown) => expect(ago(seconds)).toBe(shown))
})
