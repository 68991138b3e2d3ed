import { describe, expect, it } from 'vitest'
import { quote } from './quote.ts'

describe('quote', () => {
  it('escapes as Go does', () => {
    expect(quote('a"b\\')).toBe('"a\\"b\\\\"')
    expect(quote('\n\x07\x01\x7f\u0085')).toBe('"\\n\\a\\x01\\x7f\\u0085"')
    expect(quote('é😀<')).toBe('"é😀<"')
  })
})
