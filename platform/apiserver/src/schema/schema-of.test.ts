import { describe, expect, it } from 'vitest'
import { openApiOf } from './open-api-of.ts'
import { schemaOf } from './schema-of.ts'

const OPEN_API = {
  type: 'object',
  title: 'A thing',
  description: 'Described',
  required: ['spec'],
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, multipleOf: 2, default: 0 },
        ratio: { type: 'number', minimum: 0.5, exclusiveMinimum: true, maximum: 2, exclusiveMaximum: true },
        name: {
          type: 'string',
          pattern: '^a',
          minLength: 1,
          maxLength: 5,
          enum: ['a', 'ab'],
          nullable: true,
        },
        port: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        tree: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        env: { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1, maxProperties: 3 },
        open: { type: 'object', additionalProperties: true, 'x-kubernetes-map-type': 'atomic' },
        list: {
          type: 'array',
          minItems: 1,
          maxItems: 3,
          items: { type: 'object', properties: { key: { type: 'string', default: '' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['key'],
        },
      },
      allOf: [{ required: ['size'] }],
      oneOf: [{ properties: { size: { minimum: 3 } } }],
      not: { required: ['ratio', 'name'] },
      'x-kubernetes-validations': [{ rule: 'self.size > 1', message: 'too small' }],
    },
  },
}

describe('schemaOf', () => {
  it('reads the extensions of Kubernetes by their own names', () => {
    const openApi = {
      type: 'array',
      items: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        'x-kubernetes-map-type': 'atomic',
      },
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['a'],
      'x-kubernetes-validations': [{ rule: 'true' }],
    }
    expect(schemaOf(openApi)).toEqual({
      type: 'array',
      items: { type: 'object', preserveUnknownFields: true, mapType: 'atomic' },
      listType: 'map',
      listMapKeys: ['a'],
      validations: [{ rule: 'true' }],
    })
  })

  it('takes null for nothing, as Kubernetes does', () => {
    expect(schemaOf({ type: 'integer', default: null, items: null })).toEqual({ type: 'integer' })
  })

  it('keeps a property of any name', () => {
    const openApi = JSON.parse(
      '{"properties": {"__proto__": {"type": "string"}, "toString": {"type": "integer"}}}',
    )
    expect(Object.entries(schemaOf(openApi).properties ?? {})).toEqual([
      ['__proto__', { type: 'string' }],
      ['toString', { type: 'integer' }],
    ])
  })
})

describe('openApiOf', () => {
  it('writes what schemaOf has read', () => {
    expect(openApiOf(schemaOf(OPEN_API))).toEqual(OPEN_API)
  })

  it('writes the patch strategy of built-ins', () => {
    const schema = { type: 'array', patchStrategy: 'merge', patchMergeKey: 'name' } as const
    expect(openApiOf(schema)).toEqual({
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    })
    expect(schemaOf(openApiOf(schema))).toEqual(schema)
  })
})
