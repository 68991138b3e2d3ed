import { expect, it } from 'vitest'
import { toYaml } from './to-yaml.ts'

it('writes members by name, lists at the level of their key, whole numbers in full', () => {
  const object = {
    kind: 'A',
    list: [{ b: 1, a: 2 }],
    big: 9_007_199_254_740_993n,
    none: undefined,
    text: 'yes',
    at: '2026-11-15T00:00:00Z',
  }
  expect(toYaml(object as never)).toBe(
    [
      'at: "2026-11-15T00:00:00Z"',
      'big: 9007199254740993',
      'kind: A',
      'list:',
      '- a: 2',
      '  b: 1',
      'text: "yes"',
      '',
    ].join('\n'),
  )
})
