import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Infer } from './infer.ts'
import { schema } from './schema.ts'
import { SchemaError } from './schema-error.ts'
import { toStructural } from './to-structural.ts'

describe('schema', () => {
  it('is JSON Schema that knows its TypeScript type', () => {
    const device = schema.object({
      desired: schema.enum(['running', 'stopped']),
      mode: schema.union([schema.literal('fast'), schema.literal('safe')]),
      size: schema.integer({ minimum: 1, default: 3 }),
      note: schema.optional(schema.string()),
      ports: schema.array(schema.object({ name: schema.string(), port: schema.intOrString() }), {
        list: { keys: ['name'] },
      }),
      labels: schema.record(schema.string()),
      parent: schema.nullable(schema.string()),
      on: schema.boolean(),
    })
    expectTypeOf<Infer<typeof device>>().toEqualTypeOf<{
      readonly desired: 'running' | 'stopped'
      readonly mode: 'fast' | 'safe'
      readonly size: number
      readonly note?: string
      readonly ports: readonly { readonly name: string; readonly port: number | string }[]
      readonly labels: Readonly<Record<string, string>>
      readonly parent: string | null
      readonly on: boolean
    }>()
    expect(device).toMatchObject({
      type: 'object',
      required: ['desired', 'mode', 'ports', 'labels', 'parent', 'on'],
      properties: { desired: { type: 'string', enum: ['running', 'stopped'] } },
    })
  })

  it('knows the type of plain JSON Schema, of TypeBox and of any Standard Schema', () => {
    const plain = {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } },
    } as const
    expectTypeOf<Infer<typeof plain>>().toEqualTypeOf<{ readonly a: string; readonly b: readonly number[] }>()
    expectTypeOf<Infer<{ static: { x: 1 } }>>().toEqualTypeOf<{ x: 1 }>()
    expectTypeOf<
      Infer<{ '~standard': { version: 1; types?: { input: string; output: { y: 2 } } } }>
    >().toEqualTypeOf<{ y: 2 }>()
    type TypeBoxObject = {
      type: 'object'
      properties: { a: { '~kind': 'String'; type: 'string'; '~optional': true } }
    }
    expectTypeOf<Infer<TypeBoxObject>>().toEqualTypeOf<{ readonly a?: string }>()
  })
})

describe('toStructural', () => {
  it('leaves out what a CRD does not know', () => {
    const given = { $id: 'x', $schema: 'y', '~kind': 'String', examples: [1], type: 'string', minLength: 1 }
    expect(toStructural(given)).toEqual({ type: 'string', minLength: 1 })
    expect(
      toStructural({
        type: 'object',
        properties: { a: { type: 'string' } },
        required: [],
        additionalProperties: false,
      }),
    ).toEqual({ type: 'object', properties: { a: { type: 'string' } } })
  })

  it.each([
    ['a constant as an enum', { const: 'a' }, { type: 'string', enum: ['a'] }],
    [
      'a union of literals as an enum',
      { anyOf: [{ const: 'a' }, { const: 'b' }] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      'something or null as nullable',
      { anyOf: [{ type: 'string', pattern: 'x' }, { type: 'null' }] },
      { type: 'string', pattern: 'x', nullable: true },
    ],
    ['two types of which one is null', { type: ['integer', 'null'] }, { type: 'integer', nullable: true }],
    [
      'an integer or a string',
      { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      { 'x-kubernetes-int-or-string': true },
    ],
    [
      'exclusive bounds as flags',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    ],
    [
      'a record of TypeBox',
      { type: 'object', patternProperties: { '^.*$': { type: 'string' } } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
    [
      'an open object',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true },
    ],
    [
      'an intersection as one object',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
        ],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
    ],
  ])('says %s', (_, given, structural) => {
    expect(toStructural(given)).toEqual(structural)
  })

  it.each([
    ['$ref', { $ref: '#/x' }, '$ref cannot be said there'],
    [
      'a union of objects',
      { anyOf: [{ type: 'object' }, { type: 'string' }] },
      'it is a union of more than literals',
    ],
    ['several types', { type: ['string', 'integer'] }, 'it has 2 types'],
    ['no type', {}, 'it has no type'],
    ['a list of anything', { type: 'array' }, 'its items have no schema'],
    [
      'named and further properties',
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      'it has both named and further properties',
    ],
  ])('refuses %s, and says where', (_, given, reason) => {
    const whole = { type: 'object', properties: { inner: given } }
    expect(() => toStructural(whole, 'spec')).toThrow(SchemaError)
    expect(() => toStructural(whole, 'spec')).toThrow(
      `cannot make a structural schema of spec.inner: ${reason}`,
    )
  })

  it('refuses list keys that items need not have', () => {
    const list = (item: object) => schema.array(item, { list: { keys: ['name'] } })
    expect(() => toStructural(list(schema.object({})))).toThrow('no name, which is to be their key')
    expect(() => toStructural(list(schema.object({ name: schema.optional(schema.string()) })))).toThrow(
      'may be left out',
    )
    expect(toStructural(list(schema.object({ name: schema.string() })))).toMatchObject({
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    })
  })

  it('passes CEL rules on', () => {
    const given = schema.immutable(schema.string({ rules: [{ rule: 'self != "x"', message: 'not x' }] }))
    expect(toStructural(given)).toEqual({
      type: 'string',
      'x-kubernetes-validations': [
        { rule: 'self != "x"', message: 'not x' },
        { rule: 'self == oldSelf', message: 'cannot be changed' },
      ],
    })
  })
})
