import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { fieldSetOf } from './field-set-of.ts'
import { DEDUCED, fieldTypeOf, objectTypeOf } from './field-type.ts'
import { describePath } from './path-element.ts'

const string: Schema = { type: 'string' }
const struct = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  ...more,
})
const port = struct({ port: { type: 'integer' }, protocol: { ...string, default: 'TCP' }, name: string })
const ports: Schema = { type: 'array', listType: 'map', listMapKeys: ['port', 'protocol'], items: port }
const SCHEMA = struct({
  scalar: string,
  struct: struct({ a: string, b: string }),
  map: { type: 'object', additionalProperties: string },
  structs: { type: 'object', additionalProperties: struct({ a: string }) },
  atomic: struct({ a: string }, { mapType: 'atomic' }),
  list: { type: 'array', items: string },
  set: { type: 'array', listType: 'set', items: string },
  ports,
  merged: { type: 'array', patchStrategy: 'merge', patchMergeKey: 'name', items: struct({ name: string }) },
  free: { type: 'object' },
  any: {},
})

function fieldsOf(value: JsonValue, schema: Schema = SCHEMA): readonly string[] {
  return [...fieldSetOf(value, fieldTypeOf(schema)).paths()].map(describePath)
}

describe('the fields of a value', () => {
  it.each<[string, JsonValue, readonly string[]]>([
    ['a scalar is one', { scalar: 'x' }, ['.scalar']],
    ['a struct is there by its fields', { struct: { a: 'x', b: 'y' } }, ['.struct.a', '.struct.b']],
    ['an empty struct is one itself', { struct: {} }, ['.struct']],
    ['an entry of a map is one', { map: { k: 'v' } }, ['.map.k']],
    ['so is one that is a struct', { structs: { k: { a: 'x' } } }, ['.structs.k', '.structs.k.a']],
    ['an atomic struct is one as a whole', { atomic: { a: 'x' } }, ['.atomic']],
    ['a list without a type is one as a whole', { list: ['a', 'b'] }, ['.list']],
    ['each item of a set is one', { set: ['b', 'a'] }, ['.set[="a"]', '.set[="b"]']],
    ['an empty list with items of their own is none', { set: [], ports: [] }, []],
    ['null is one, of every type', { scalar: null, set: null, map: null }, ['.map', '.scalar', '.set']],
    [
      'what is unknown is deduced',
      { free: { m: { x: 1 }, l: [{ y: 1 }] } },
      ['.free.l', '.free.m', '.free.m.x'],
    ],
    ['any type is what its value is', { any: { x: [1] } }, ['.any.x']],
  ])('%s', (_, value, fields) => {
    expect(fieldsOf(value)).toEqual(fields)
  })

  it('tells items of a keyed list apart by all keys, defaults included', () => {
    expect(fieldsOf({ ports: [{ port: 80 }, { port: 80, protocol: 'UDP', name: 'u' }] })).toEqual([
      '.ports[port=80,protocol="TCP"]',
      '.ports[port=80,protocol="UDP"]',
      '.ports[port=80,protocol="TCP"].port',
      '.ports[port=80,protocol="UDP"].name',
      '.ports[port=80,protocol="UDP"].port',
      '.ports[port=80,protocol="UDP"].protocol',
    ])
  })

  it('owns duplicates as one item, without what is in them', () => {
    const duplicates = [
      { port: 80, name: 'a' },
      { port: 80, name: 'b' },
    ]
    expect(fieldsOf({ ports: duplicates })).toEqual(['.ports[port=80,protocol="TCP"]'])
  })

  it('takes a patch strategy for a list type where there is none', () => {
    expect(fieldsOf({ merged: [{ name: 'x' }] })).toEqual(['.merged[name="x"]', '.merged[name="x"].name'])
  })

  it('knows the metadata of every object', () => {
    const owner = { apiVersion: 'v1', kind: 'X', name: 'x', uid: 'u' }
    const metadata = { labels: { a: 'b' }, finalizers: ['f'], ownerReferences: [owner] }
    const fields = fieldSetOf({ metadata }, objectTypeOf(struct({ metadata: { type: 'object' } })))
    expect([...fields.paths()].map(describePath)).toEqual([
      '.metadata.finalizers[="f"]',
      '.metadata.labels.a',
      '.metadata.ownerReferences[uid="u"]',
    ])
  })

  it('deduces everything where there is no schema', () => {
    expect([...fieldSetOf({ a: { b: [{ c: 1 }] } }, DEDUCED).paths()].map(describePath)).toEqual([
      '.a',
      '.a.b',
    ])
  })

  it('follows a schema that refers to itself', () => {
    const properties: Record<string, Schema> = { name: string }
    const tree = struct(properties)
    properties.child = tree
    expect(fieldsOf({ child: { child: { name: 'x' } } }, tree)).toEqual(['.child.child.name'])
  })
})
