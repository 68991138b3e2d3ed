import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { FieldSet } from './field-set.ts'
import { fieldTypeOf } from './field-type.ts'
import { mergeValues } from './merge-values.ts'
import { removeFields } from './remove-fields.ts'

const string: Schema = { type: 'string' }
const item: Schema = { type: 'object', properties: { name: string, value: string, other: string } }
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    map: { type: 'object', additionalProperties: string },
    atomic: { type: 'object', mapType: 'atomic', additionalProperties: string },
    list: { type: 'array', items: string },
    set: { type: 'array', listType: 'set', items: string },
    items: { type: 'array', listType: 'map', listMapKeys: ['name'], items: item },
    free: { type: 'object', preserveUnknownFields: true },
  },
}
const TYPE = fieldTypeOf(SCHEMA)
const letters = (text: string): JsonValue => ({ set: [...text] })

describe('merging what is applied into what is there', () => {
  it.each<[string, JsonValue, JsonValue, JsonValue]>([
    ['adds to a map', { map: { a: '1', b: '2' } }, { map: { b: '3' } }, { map: { a: '1', b: '3' } }],
    ['replaces an atomic map', { atomic: { a: '1' } }, { atomic: { b: '2' } }, { atomic: { b: '2' } }],
    ['replaces a plain list', { list: ['a', 'b'] }, { list: ['c'] }, { list: ['c'] }],
    ['keeps a list that is applied empty', { set: ['a'] }, { set: [] }, { set: ['a'] }],
    ['keeps a map that is applied as null', { map: { a: '1' } }, { map: null }, { map: { a: '1' } }],
    ['takes a null for an empty map', { map: {} }, { map: null }, { map: null }],
    ['changes the kind of a value', { free: { a: { b: 1 } } }, { free: { a: [1] } }, { free: { a: [1] } }],
  ])('%s', (_, live, applied, merged) => {
    expect(mergeValues(live, applied, TYPE)).toEqual(merged)
  })

  it.each([
    ['', 'abc', 'abc'],
    ['abc', '', 'abc'],
    ['abc', 'd', 'abcd'],
    ['abc', 'ca', 'bca'],
    ['abc', 'ba', 'bca'],
    ['abcd', 'xcya', 'bxcdya'],
    ['abc', 'axc', 'abxc'],
    ['abc', 'dbe', 'adbce'],
  ])('orders %j with %j as %j', (live, applied, merged) => {
    expect(mergeValues(letters(live), letters(applied), TYPE)).toEqual(letters(merged))
  })

  it('merges the items of a keyed list', () => {
    const live = { items: [{ name: 'a', value: '1' }, { name: 'b' }] }
    const applied = { items: [{ name: 'a', other: 'o' }] }
    const merged = [{ name: 'a', value: '1', other: 'o' }, { name: 'b' }]
    expect(mergeValues(live, applied, TYPE)).toEqual({ items: merged })
  })

  it('puts what is applied in the place of duplicates, and leaves others', () => {
    const [a1, a2] = [
      { name: 'a', value: '1' },
      { name: 'a', value: '2' },
    ]
    const b = { name: 'b' }
    expect(mergeValues({ items: [a1, b, a2] }, { items: [{ name: 'a' }] }, TYPE)).toEqual({
      items: [{ name: 'a' }, b],
    })
    expect(mergeValues({ items: [a1, b, a2] }, { items: [b] }, TYPE)).toEqual({ items: [a1, b, a2] })
  })

  it('takes no key for more than a name', () => {
    const applied = JSON.parse('{"map":{"__proto__":"x","constructor":"y"}}') as JsonValue
    expect(JSON.stringify(mergeValues({ map: {} }, applied, TYPE))).toBe(JSON.stringify(applied))
  })
})

describe('removing fields', () => {
  it.each<[string, JsonValue, readonly string[][], JsonValue]>([
    ['takes entries of a map', { map: { a: '1', b: '2' } }, [['f:map', 'f:a']], { map: { b: '2' } }],
    ['takes items of a set', { set: ['a', 'b', 'a'] }, [['f:set', 'v:"a"']], { set: ['b'] }],
    [
      'takes fields of an item',
      { items: [{ name: 'a', value: '1' }] },
      [['f:items', 'k:{"name":"a"}', 'f:value']],
      { items: [{ name: 'a' }] },
    ],
    ['leaves null of what is emptied', { map: { a: '1' } }, [['f:map', 'f:a']], { map: null }],
    ['leaves what is not there', { list: ['a'] }, [['f:map', 'f:a']], { list: ['a'] }],
  ])('%s', (_, value, paths, left) => {
    expect(removeFields(value, FieldSet.of(...paths), TYPE)).toEqual(left)
  })
})
