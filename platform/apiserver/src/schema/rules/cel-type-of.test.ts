import { describe, expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { celTypeOf } from './cel-type-of.ts'
import { MOST_BYTES } from './least-size.ts'

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }

function fieldsOf(schema: Schema, isResource = false): string[] {
  const type = celTypeOf(schema, { isResource })
  return type?.kind === 'object' ? Object.keys(type.fields).sort() : []
}

describe('celTypeOf', () => {
  it.each([
    [{ type: 'boolean' }, { kind: 'bool' }],
    [{ type: 'number' }, { kind: 'double' }],
    [integer, { kind: 'int' }],
    [string, { kind: 'string', longest: MOST_BYTES - 2 }],
    [
      { type: 'string', maxLength: 5 },
      { kind: 'string', longest: 20 },
    ],
    [
      { type: 'string', enum: ['a', 'äää', null] },
      { kind: 'string', longest: 6 },
    ],
    [
      { type: 'string', format: 'date' },
      { kind: 'timestamp', longest: 12 },
    ],
    [
      { type: 'string', format: 'date-time' },
      { kind: 'timestamp', longest: 32 },
    ],
    [
      { type: 'string', format: 'duration' },
      { kind: 'duration', longest: 32 },
    ],
    [
      { type: 'string', format: 'byte', maxLength: 5 },
      { kind: 'bytes', longest: 5 },
    ],
    [
      { type: 'string', format: 'uuid', maxLength: 5 },
      { kind: 'string', longest: 20 },
    ],
    [{ intOrString: true }, { kind: 'dyn', longest: MOST_BYTES - 2 }],
  ] as const)('sees %j as %j', (schema, type) => {
    expect(celTypeOf(schema)).toEqual(type)
  })

  it('bounds lists and maps by their limits, else by what fits into a request', () => {
    expect(celTypeOf({ type: 'array', items: integer, maxItems: 7 })).toMatchObject({ most: 7 })
    expect(celTypeOf({ type: 'array', items: integer })).toMatchObject({ most: 1_572_863 })
    expect(celTypeOf({ type: 'object', additionalProperties: integer, maxProperties: 7 })).toMatchObject({
      most: 7,
    })
    expect(celTypeOf({ type: 'object', additionalProperties: string })).toMatchObject({ most: 393_215 })
  })

  it('knows sets and map lists', () => {
    expect(celTypeOf({ type: 'array', items: string, listType: 'set' })).toMatchObject({ listed: 'set' })
    expect(
      celTypeOf({ type: 'array', items: { type: 'object' }, listType: 'map', listMapKeys: ['k'] }),
    ).toMatchObject({ listed: { keys: ['k'] } })
    expect(celTypeOf({ type: 'array', items: string, listType: 'atomic' })).not.toHaveProperty('listed')
  })

  it('does not see what has no type, nor lists and maps of it', () => {
    const free: Schema = { preserveUnknownFields: true }
    expect(celTypeOf(free)).toBeUndefined()
    expect(celTypeOf({ type: 'array', items: free })).toBeUndefined()
    expect(celTypeOf({ type: 'object', additionalProperties: free })).toBeUndefined()
    expect(fieldsOf({ type: 'object', properties: { a: integer, free } })).toEqual(['a'])
  })

  it('leaves out fields that no expression can write', () => {
    const properties = { 'a-b': integer, 'a b': integer, '1a': integer, in: integer, '': integer }
    expect(fieldsOf({ type: 'object', properties })).toEqual(['a-b', 'in'])
  })

  it('gives every resource a kind and a name', () => {
    const meta = ['apiVersion', 'kind', 'metadata']
    expect(fieldsOf({ type: 'object' }, true)).toEqual(meta)
    expect(celTypeOf({ type: 'object', embeddedResource: true })).toMatchObject({
      fields: { metadata: { fields: { name: { kind: 'string' }, generateName: { kind: 'string' } } } },
    })
    expect(fieldsOf({ type: 'object' })).toEqual([])
  })

  it('keeps metadata that a schema describes in full', () => {
    const metadata: Schema = {
      type: 'object',
      properties: { name: string, generateName: string, uid: string },
    }
    const schema: Schema = { type: 'object', properties: { apiVersion: string, kind: string, metadata } }
    expect(celTypeOf(schema, { isResource: true })).toMatchObject({
      fields: { metadata: { fields: { uid: { kind: 'string' } } } },
    })
  })
})
