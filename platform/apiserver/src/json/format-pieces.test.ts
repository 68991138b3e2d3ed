import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPieces } from './format-pieces.ts'
import type { JsonObject } from './json-value.ts'

describe('formatPieces', () => {
  it('says in pieces what would be said at once', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 900 }), (items) => {
        const object = { kind: 'List', metadata: { a: 1 }, none: undefined, items, after: [1] } as JsonObject
        expect([...formatPieces(object)].join('')).toBe(JSON.stringify(object))
      }),
      { numRuns: 50 },
    )
  })

  it('keeps every piece of a long list short', () => {
    const items = Array.from({ length: 5_000 }, (_, n) => ({ name: `n${n}`, text: 'x'.repeat(100) }))
    const pieces = [...formatPieces({ items })]
    expect(pieces.length).toBeGreaterThan(8)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000)
  })

  it('writes whole numbers in full', () => {
    const items = Array.from({ length: 300 }, () => 9_007_199_254_740_993n)
    expect([...formatPieces({ items })].join('')).toContain('9007199254740993')
  })
})
