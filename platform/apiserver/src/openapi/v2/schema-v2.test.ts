import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { schemaV2 } from './schema-v2.ts'

/** What a kube-apiserver 1.34.2 made of each property of a definition. */
const RECORDED: readonly (readonly [title: string, v3: JsonObject, v2: JsonObject])[] = [
  [
    'what may be null has no type, and no default',
    { type: 'string', maxLength: 9, pattern: '^a', description: 'd', nullable: true, default: 'ax' },
    { maxLength: 9, pattern: '^a', description: 'd' },
  ],
  ['an object that may be null can be anything', { type: 'object', nullable: true, properties: {} }, {}],
  [
    'a number or text keeps its mark alone',
    { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    { 'x-kubernetes-int-or-string': true },
  ],
  [
    'what keeps unknown fields says nothing of those that are known',
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
    { 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    'so does an embedded object that keeps them',
    {
      type: 'object',
      'x-kubernetes-embedded-resource': true,
      'x-kubernetes-preserve-unknown-fields': true,
    },
    { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
  ],
  [
    'the values of a map may be null too',
    { type: 'object', additionalProperties: { type: 'string', nullable: true } },
    { type: 'object', additionalProperties: {} },
  ],
  [
    'lists keep their keys and limits',
    {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
    {
      type: 'array',
      minItems: 1,
      items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
    },
  ],
  [
    'alternatives are left out',
    {
      type: 'object',
      properties: { a: { type: 'string', allOf: [{ minLength: 1 }] } },
      oneOf: [{ required: ['a'] }],
      not: { required: ['b'] },
    },
    { type: 'object', properties: { a: { type: 'string' } } },
  ],
  [
    'what may be null is not required',
    { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string', nullable: true } } },
    { type: 'object', required: ['b'], properties: { a: {} } },
  ],
  [
    'a reference stands beside its description',
    { description: 'd', default: {}, allOf: [{ $ref: '#/components/schemas/io.k8s.X' }] },
    { description: 'd', $ref: '#/definitions/io.k8s.X' },
  ],
  [
    'a quantity is text',
    { description: 'd', oneOf: [{ type: 'string' }, { type: 'number' }] },
    { description: 'd', type: 'string' },
  ],
]

describe('a schema in OpenAPI v2', () => {
  it.each(RECORDED)('%s', (_, v3, v2) => {
    expect(schemaV2(v3)).toEqual(v2)
  })

  it('an embedded object of known fields says what it is', () => {
    const { properties, required } = schemaV2({ type: 'object', 'x-kubernetes-embedded-resource': true })
    expect(Object.keys(properties as JsonObject)).toEqual(['apiVersion', 'kind', 'metadata'])
    expect(required).toEqual(['kind', 'apiVersion'])
  })
})
