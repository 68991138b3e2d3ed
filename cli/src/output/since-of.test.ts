import { describe, expect, it } from 'vitest'
import { sinceOf } from './since-of.ts'

describe('sinceOf', () => {
  const now = Date.UTC(2026, 10, 15, 9)

  it.each([
    ['30s', '2026-11-15T08:59:30Z'],
    ['10m', '2026-11-15T08:50:00Z'],
    ['1.5h', '2026-11-15T07:30:00Z'],
    ['3d', '2026-11-12T09:00:00Z'],
    ['2026-11-14', '2026-11-14T00:00:00Z'],
    ['2026-11-14T10:00:00+02:00', '2026-11-14T08:00:00Z'],
  ])('reads %s', (text, expected) => expect(sinceOf(text, now)).toBe(Date.parse(expected)))

  it.each(['', '10', 'yesterday', '-1h', '10w'])('refuses "%s"', (text) => {
    expect(() => sinceOf(text, now)).toThrow(/cannot read time/)
  })
})
