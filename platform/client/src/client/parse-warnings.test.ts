import { expect, it } from 'vitest'
import { parseWarnings } from './parse-warnings.ts'

it('finds every warning, also several in one header', () => {
  expect(parseWarnings(undefined)).toEqual([])
  expect(parseWarnings('299 - "one, two", 299 - "say \\"three\\""')).toEqual(['one, two', 'say "three"'])
  expect(parseWarnings(['299 - "a"', '299 agent "b" "Sun, 15 Nov 2026 07:37:15 GMT"'])).toEqual(['a', 'b'])
})
