import { describe, expect, it } from 'vitest'
import { isSame } from './json-value.ts'

describe('isSame', () => {
  it('compares deeply, whatever the order of keys', () => {
    expect(isSame({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
    expect(isSame({ a: 1 }, { a: 1, b: 2 })).toBe(false)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame({}, [])).toBe(false)
    expect(isSame(null, {})).toBe(false)
  })

  it('takes an undefined member for an absent one, and tells it from null', () => {
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame({ a: null }, {})).toBe(false)
  })

  it('does not mistake what every object inherits for a member', () => {
    expect(isSame({ toString: 1 }, { valueOf: 1 })).toBe(false)
  })
})
