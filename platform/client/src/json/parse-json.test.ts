import { describe, expect, it } from 'vitest'
import { formatJson } from './format-json.ts'
import { parseJson } from './parse-json.ts'

describe('parseJson and formatJson', () => {
  it('bring whole numbers of 64 bits back as they came', () => {
    const text = '{"a":9223372036854775807,"b":[-9223372036854775808,1],"c":1.5,"d":"9223372036854775807"}'
    const value = parseJson(text)
    expect(value).toEqual({
      a: 9223372036854775807n,
      b: [-9223372036854775808n, 1],
      c: 1.5,
      d: '9223372036854775807',
    })
    expect(formatJson(value)).toBe(text)
  })

  it('leave numbers that fit as numbers', () => {
    expect(parseJson('{"a":1234567890123456,"b":1.2345678901234567,"c":1e300}')).toEqual({
      a: 1234567890123456,
      b: 1.2345678901234567,
      c: 1e300,
    })
  })

  it('say no to what is no JSON', () => {
    expect(() => parseJson('{"a":')).toThrow(SyntaxError)
    const loop: Record<string, unknown> = {}
    loop.loop = loop
    expect(() => formatJson(loop)).toThrow(TypeError)
  })
})
