import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { formatYaml } from './format-yaml.ts'

describe('formatYaml', () => {
  it('reads as people write it', () => {
    const value = {
      kind: 'CRD',
      spec: { names: ['a', 'b c'], list: [{ name: 'v1', served: true }], none: {}, text: '1' },
    }
    expect(formatYaml(value)).toBe(`kind: CRD
spec:
  names:
    - a
    - b c
  list:
    - name: v1
      served: true
  none: {}
  text: "1"
`)
  })

  it('says the same as the data, to any reader', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(parse(formatYaml(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each([
    'yes',
    'null',
    '1e3',
    '0x10',
    '2026-01-01',
    ' a',
    'a: b',
    '#a',
    '-',
    '',
    'y',
    '~',
    'a\nb',
    '1_000',
    '.inf',
  ])('keeps %j a string', (value) => {
    expect(parse(formatYaml({ a: value }), { version: '1.1' })).toEqual({ a: value })
  })
})
