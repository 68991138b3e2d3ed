import { expect, it } from 'vitest'
import { compareVersions, isOlder } from './compare-versions.ts'

it('compares numbers of any length, and nothing else', () => {
  expect(compareVersions('9', '10')).toBeLessThan(0)
  expect(compareVersions('99999999999999999999', '99999999999999999998')).toBeGreaterThan(0)
  expect(compareVersions('7', '7')).toBe(0)
  expect(compareVersions('a', '7')).toBeUndefined()
  expect(compareVersions(undefined, '7')).toBeUndefined()
  expect([isOlder('9', '10'), isOlder('10', '10'), isOlder('x', '10')]).toEqual([true, false, false])
})
