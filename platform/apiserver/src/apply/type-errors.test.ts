import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { fieldTypeOf } from './field-type.ts'
import { typeErrorsOf } from './type-errors.ts'

const string: Schema = { type: 'string' }
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    name: string,
    size: { type: 'integer' },
    flag: { type: 'boolean' },
    time: { type: 'string', format: 'date-time' },
    map: { type: 'object', additionalProperties: string },
    set: { type: 'array', listType: 'set', items: string },
    items: {
      type: 'array',
      listType: 'map',
      listMapKeys: ['name'],
      items: { type: 'object', properties: { name: string } },
    },
    list: { type: 'array', items: { type: 'object', properties: { x: string } } },
    free: { type: 'object', preserveUnknownFields: true },
  },
}
const errorsOf = (value: JsonValue, duplicates = false): readonly string[] =>
  typeErrorsOf(value, fieldTypeOf(SCHEMA), { duplicates })

describe('what does not fit its type', () => {
  // The messages are those of kube-apiserver 1.34.2.
  it.each<[JsonValue, string]>([
    [{ bogus: 1 }, '.bogus: field not declared in schema'],
    [{ list: [{ y: 1 }] }, '.list[0].y: field not declared in schema'],
    [{ size: 'x' }, '.size: expected numeric (int or float), got string'],
    [{ name: 5 }, '.name: expected string, got &value.valueUnstructured{Value:5}'],
    [{ flag: 'x' }, '.flag: expected boolean, got &{x}'],
    [{ map: 'x' }, '.map: expected map, got &{x}'],
    [{ set: {} }, '.set: expected list, got &{map[]}'],
    [
      { set: [null] },
      ".set: element 0: associative list without keys has an element that's an explicit null",
    ],
    [{ set: [{}] }, ".set: element 0: associative list without keys has an element that's a map type"],
    [{ set: ['a', 'a'] }, '.set: duplicate entries for key [="a"]'],
    [{ items: ['x'] }, '.items: element 0: associative list with keys may not have non-map elements'],
    [
      { items: [{}] },
      '.items: element 0: associative list with keys has an element that omits all key fields ["name"] (and doesn\'t have default values for any key fields)',
    ],
  ])('is told: %j', (value, error) => {
    expect(errorsOf(value)).toEqual([error])
  })

  it.each<JsonValue>([
    { name: null, size: null, map: null, set: null },
    { size: 1.5, time: 5, free: { any: [{ thing: null }] } },
    { set: [], items: [{ name: 'a' }, { name: 'b' }] },
  ])('is not what fits: %j', (value) => {
    expect(errorsOf(value)).toEqual([])
  })

  it('is not a duplicate where they are allowed', () => {
    expect(errorsOf({ set: ['a', 'a'], items: [{ name: 'a' }, { name: 'a' }] }, true)).toEqual([])
  })
})
