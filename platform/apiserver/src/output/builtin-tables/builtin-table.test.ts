import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { builtinGroups, builtinResources } from '../../kinds/kind-table.ts'
import { builtinTable, cellsFor } from './builtin-table.ts'
import { SHARED_CELLS } from './cell.ts'
import { textAt } from './read-field.ts'

interface Recorded {
  readonly now: number
  readonly object: JsonObject
  readonly cells: readonly JsonValue[]
  readonly conditions?: readonly JsonObject[]
}

/** Rows of a kube-apiserver 1.34.2, each with the object that it was made of. */
const recorded = readFileSync(new URL('recorded.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded)
const kinds = [...new Set(recorded.map(({ object }) => `${groupOf(object)}/${object.kind}`))]

function groupOf(object: JsonObject): string {
  const apiVersion = textAt(object, 'apiVersion')
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
}

function tableOf(name: string) {
  const [group = '', kind = ''] = name.split('/')
  const table = builtinTable({ group, kind })
  if (table === undefined) throw new Error(`no table of ${name}`)
  return table
}

describe('tables of built-in kinds', () => {
  it.each(kinds)('%s has the cells that a stock server prints', (name) => {
    const table = tableOf(name)
    const young = new Set(table.columns.flatMap(({ name: column }, at) => (column === 'Age' ? [at] : [])))
    const settled = (cells: readonly JsonValue[]) =>
      cells.slice(0, table.columns.length).map((cell, at) => (young.has(at) ? 'age' : cell))
    for (const { object, cells, conditions, now } of recorded) {
      if (`${groupOf(object)}/${object.kind}` !== name) continue
      const got = table.cells(object, { now })
      expect(settled(got), textAt(object, 'metadata.name')).toEqual(settled(cells))
      expect(got).toHaveLength(cells.length)
      expect(table.conditions(object)).toEqual(conditions)
    }
  })

  it('an item of a list, which does not say its kind, is printed as the object itself', () => {
    for (const { object, now } of recorded) {
      const { apiVersion: _, kind: __, ...item } = object
      const table = tableOf(`${groupOf(object)}/${object.kind}`)
      expect(table.cells(item, { now })).toEqual(table.cells(object, { now }))
    }
  })

  it('every kind that is stored has one, and each cell a column and each column a cell', () => {
    for (const { name: group, versions } of builtinGroups()) {
      for (const version of versions) {
        for (const { kind, verbs } of builtinResources(group === '' ? version : `${group}/${version}`)) {
          if (!verbs.includes('create') || !verbs.includes('list') || group.startsWith('apiregistration'))
            continue
          const columns = tableOf(`${group}/${kind}`).columns.map(({ name }) => name)
          const own = Object.keys(cellsFor(`${group}/${kind}`))
          expect(columns).toEqual(expect.arrayContaining(own))
          expect([...own, ...Object.keys(SHARED_CELLS)]).toEqual(expect.arrayContaining(columns))
        }
      }
    }
  })

  it('an age counts from when the object was made', () => {
    const object = { metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' } }
    const now = Date.parse('2026-01-01T00:05:03Z')
    expect(tableOf('/ServiceAccount').cells(object, { now })).toEqual(['a', 0, '5m3s'])
    expect(tableOf('/ServiceAccount').cells({ metadata: {} }, { now })).toEqual(['', 0, '<unknown>'])
  })

  it('columns say what they mean and when they are shown', () => {
    expect(tableOf('/Pod').columns.filter(({ priority }) => priority === 1)).toEqual([
      expect.objectContaining({ name: 'IP', type: 'string', format: '' }),
      expect.objectContaining({ name: 'Node' }),
      expect.objectContaining({ name: 'Nominated Node' }),
      expect.objectContaining({ name: 'Readiness Gates' }),
    ])
  })

  it('flow schemas are listed by precedence, then by name', () => {
    const schema = (name: string, matchingPrecedence: number) => ({
      metadata: { name },
      spec: { matchingPrecedence },
    })
    const { compare } = tableOf('flowcontrol.apiserver.k8s.io/FlowSchema')
    const sorted = [schema('b', 2), schema('c', 1), schema('a', 2)].sort(compare)
    expect(sorted.map(({ metadata }) => metadata.name)).toEqual(['c', 'a', 'b'])
    expect(tableOf('/Pod').compare).toBeUndefined()
  })

  it('custom kinds have none', () => {
    expect(builtinTable({ group: 'example.io', kind: 'Pod' })).toBeUndefined()
  })
})
