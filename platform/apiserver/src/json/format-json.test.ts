import { describe, expect, it } from 'vitest'
import { formatJson } from './format-json.ts'

describe('formatJson', () => {
  it('writes bigints as digits', () => {
    expect(formatJson({ a: 9223372036854775807n, b: [-1n, 'x'] })).toBe(
      '{"a":9223372036854775807,"b":[-1,"x"]}',
    )
  })

  it('leaves out undefined members, and keeps null ones', () => {
    expect(formatJson({ a: undefined, b: null })).toBe('{"b":null}')
    expect(formatJson({ a: undefined, b: 1n })).toBe('{"b":1}')
    expect(formatJson({ a: undefined, b: null }, { sorted: true })).toBe('{"b":null}')
  })

  it('keeps the order of members, or sorts them at every depth', () => {
    const value = { b: [{ d: 1, c: 2n }], a: 'é"\n', __x: true }
    expect(formatJson(value)).toBe('{"b":[{"d":1,"c":2}],"a":"é\\"\\n","__x":true}')
    expect(formatJson(value, { sorted: true })).toBe('{"__x":true,"a":"é\\"\\n","b":[{"c":2,"d":1}]}')
  })
})
