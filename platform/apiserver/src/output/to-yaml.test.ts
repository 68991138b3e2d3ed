import { expect, it } from 'vitest'
import { toYaml, yamlPieces } from './to-yaml.ts'

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

it('says in pieces what it would say at once', () => {
  const item = (n: number) => ({ kind: 'A', metadata: { name: `n${n}`, labels: { a: 'b' } }, data: null })
  const list = {
    kind: 'AList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7' },
    items: [item(1), item(2)],
  }
  expect([...yamlPieces(list)].join('')).toBe(toYaml(list))
  expect([...yamlPieces({ kind: 'A', items: [] })].join('')).toBe(toYaml({ kind: 'A', items: [] }))
})
