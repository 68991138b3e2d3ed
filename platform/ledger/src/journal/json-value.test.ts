import { describe, expect, it } from 'vitest'
import { findNonJson } from './json-value.ts'

describe('findNonJson', () => {
  it('has nothing to say about what JSON holds', () => {
    expect(findNonJson({ a: [1, 'b', null, true, { c: undefined }], d: Object.create(null) })).toBeUndefined()
  })

  it.each([
    [{ a: [0, Number.NaN] }, 'data.a[1] is NaN'],
    [{ when: new Date(0) }, 'data.when is not a plain object'],
    [[undefined], 'data[0] is of type undefined'],
    [() => 1, 'data is of type function'],
    [new Map(), 'data is not a plain object'],
  ])('names the place that JSON would drop or change: %o', (value, found) => {
    expect(findNonJson(value)).toBe(found)
  })
})
