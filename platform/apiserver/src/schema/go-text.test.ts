import { describe, expect, it } from 'vitest'
import { jsonText, numberText, shown } from './go-text.ts'

describe('shown', () => {
  it.each([
    ['a', '"a"'],
    ['a"b\\c\n', '"a\\"b\\\\c\\n"'],
    ['\u0001\u0007\u007f', '"\\x01\\a\\x7f"'],
    ['é😀\u2028', '"é😀\\u2028"'],
    ['\u200b\u3000\ue000 \u{e0001}', '"\\u200b\\u3000\\ue000 \\U000e0001"'],
    [1, '1'],
    [12345678901234567890n, '12345678901234567890'],
    [1.5, '1.5'],
    [true, 'true'],
    [null, 'null'],
    [{ b: 1, a: ['<', null] }, '{"a":["\\u003c",null],"b":1}'],
  ])('shows a value as Go does: %#', (value, text) => {
    expect(shown(value)).toBe(text)
  })
})

describe('numberText', () => {
  it.each([
    [0.0001, '0.0001'],
    [0.00001, '1e-05'],
    [123456.5, '123456.5'],
    [1000000.5, '1.0000005e+06'],
    [1000000, '1000000'],
    [1e21, '1e+21'],
  ])('prints %d as Go does', (value, text) => {
    expect(numberText(value)).toBe(text)
  })

  it('prints a whole number with an exponent where Go has a fraction', () => {
    expect(numberText(1000000, false)).toBe('1e+06')
  })
})

describe('jsonText', () => {
  it('leaves out what is undefined, and sorts keys', () => {
    expect(jsonText({ b: undefined, c: 1n, a: 'x' })).toBe('{"a":"x","c":1}')
  })
})
