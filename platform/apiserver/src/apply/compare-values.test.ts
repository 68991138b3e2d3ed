import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { compareValues } from './compare-values.ts'
import type { FieldSet } from './field-set.ts'
import { fieldTypeOf } from './field-type.ts'
import { describePath } from './path-element.ts'

const string: Schema = { type: 'string' }
const item: Schema = { type: 'object', properties: { name: string, value: string } }
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    a: string,
    map: { type: 'object', additionalProperties: string },
    atomic: { type: 'object', mapType: 'atomic', additionalProperties: string },
    list: { type: 'array', items: string },
    set: { type: 'array', listType: 'set', items: string },
    items: { type: 'array', listType: 'map', listMapKeys: ['name'], items: item },
    free: { type: 'object', preserveUnknownFields: true },
  },
}

const shown = (set: FieldSet): string => [...set.paths()].map(describePath).join(' ')

function changes(before: JsonValue, after: JsonValue): readonly string[] {
  const { added, modified, removed } = compareValues(before, after, fieldTypeOf(SCHEMA))
  return [`+ ${shown(added)}`, `~ ${shown(modified)}`, `- ${shown(removed)}`].filter(
    (line) => line.length > 2,
  )
}

const one = { name: 'x', value: '1' }
const two = { name: 'x', value: '2' }

describe('comparing two values', () => {
  it.each<[string, JsonValue, JsonValue, readonly string[]]>([
    ['finds nothing in what is the same', { a: 'x', map: { k: 'v' } }, { map: { k: 'v' }, a: 'x' }, []],
    [
      'tells added, modified and removed',
      { a: 'x', list: ['l'] },
      { a: 'y', set: ['s'] },
      ['+ .set .set[="s"]', '~ .a', '- .list'],
    ],
    [
      'compares maps by their entries',
      { map: { a: '1', b: '2' } },
      { map: { b: '3', c: '4' } },
      ['+ .map.c', '~ .map.b', '- .map.a'],
    ],
    ['adds a map with its entries', {}, { map: { a: '1' } }, ['+ .map .map.a']],
    ['tells empty from absent', {}, { map: {}, set: [] }, ['+ .map .set']],
    ['tells empty from null', { map: {} }, { map: null }, ['~ .map']],
    [
      'compares atomics as a whole',
      { atomic: { a: '1' }, list: ['a'] },
      { atomic: { b: '1' }, list: [] },
      ['~ .atomic .list'],
    ],
    ['does not mind the order of a set', { set: ['a', 'b'] }, { set: ['b', 'a'] }, []],
    [
      'compares keyed lists by their items',
      { items: [one] },
      { items: [two, { name: 'y' }] },
      ['+ .items[name="y"] .items[name="y"].name', '~ .items[name="x"].value'],
    ],
    [
      'takes what was in a value that became another kind',
      { free: { a: { b: 1 } } },
      { free: { a: 5 } },
      ['~ .free.a', '- .free.a.b'],
    ],
    ['compares duplicates as one', { items: [one, two] }, { items: [one, one] }, ['~ .items[name="x"]']],
    ['leaves duplicates that are the same', { items: [one, two] }, { items: [one, two] }, []],
    [
      'swaps an item for duplicates',
      { items: [one] },
      { items: [one, two] },
      ['+ .items[name="x"]', '- .items[name="x"] .items[name="x"].name .items[name="x"].value'],
    ],
    [
      'swaps duplicates for an item',
      { items: [one, two] },
      { items: [{ name: 'x' }] },
      ['+ .items[name="x"] .items[name="x"].name', '- .items[name="x"]'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected)
  })
})
