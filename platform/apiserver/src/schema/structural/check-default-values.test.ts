import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkStructural } from '../check-structural.ts'

/** What kube-apiserver 1.34.2 said of a CRD whose schema is such; paths start at the schema. */
const ANSWERS = [
  {
    title: 'embeds metadata with a default',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            metadata: {
              type: 'object',
              properties: {
                name: { type: 'string', default: 'x' },
                labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
              },
            },
            spec: {
              type: 'object',
              'x-kubernetes-embedded-resource': true,
              'x-kubernetes-preserve-unknown-fields': true,
            },
          },
          'x-kubernetes-embedded-resource': true,
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
    ],
  },
  {
    title: 'has defaults in metadata',
    schema: {
      type: 'object',
      properties: {
        metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } },
        kind: { type: 'string', default: 'X' },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[kind].default: Forbidden: must not be set in top-level kind',
      'FieldValueForbidden $.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata',
    ],
  },
  {
    title: 'has a default of the wrong type',
    schema: { type: 'object', properties: { spec: { type: 'integer', default: 'x' } } },
    errors: [
      'FieldValueTypeInvalid $.properties[spec].default: Invalid value: "string":  in body must be of type integer: "string"',
    ],
  },
  {
    title: 'has a default out of range',
    schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { a: { type: 'integer', minimum: 5, default: 1 } } },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].properties[a].default: Invalid value: 1:  in body should be greater than or equal to 5',
    ],
  },
  {
    title: 'has a default with unknown fields',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { a: { type: 'integer' } }, default: { b: 1 } } },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].default: Invalid value: {"b":1}: must not have unknown fields',
    ],
  },
  {
    title: 'has a default with wrong fields',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'integer' }, l: { type: 'array', items: { type: 'string' } } },
          default: { a: 'x', l: [1] },
          required: ['c'],
        },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].default.c: Required value',
      'FieldValueTypeInvalid $.properties[spec].default.a: Invalid value: "string": a in body must be of type integer: "string"',
      'FieldValueTypeInvalid $.properties[spec].default.l[0]: Invalid value: "integer": l[0] in body must be of type string: "integer"',
    ],
  },
  {
    title: 'has a default that misses a default',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'integer', default: 1 } },
          default: {},
          required: ['a'],
        },
      },
    },
    errors: ['FieldValueRequired $.properties[spec].default.a: Required value'],
  },
  {
    title: 'has a default that fails a branch',
    schema: {
      type: 'object',
      properties: { spec: { type: 'integer', anyOf: [{ minimum: 5 }, { enum: [2] }], default: 1 } },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].default: Invalid value: "": "" must validate at least one schema (anyOf)',
      'FieldValueInvalid $.properties[spec].default: Invalid value: 1:  in body should be greater than or equal to 5',
    ],
  },
  {
    title: 'has a default list with duplicates',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'set',
          default: ['a', 'a'],
        },
      },
    },
    errors: [],
  },
  {
    title: 'has a default of an embedded resource',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { spec: { type: 'object' } },
          'x-kubernetes-embedded-resource': true,
          default: { kind: 'X', other: 1 },
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].default: Invalid value: {"kind":"X","other":1}: must not have unknown fields',
      'FieldValueRequired $.properties[spec].default.apiVersion: Required value',
    ],
  },
  {
    title: 'has a default in items',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'integer', default: 'x' } } },
    },
    errors: [
      'FieldValueTypeInvalid $.properties[spec].items.default: Invalid value: "string":  in body must be of type integer: "string"',
    ],
  },
  {
    title: 'has a default in additionalProperties',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', additionalProperties: { type: 'integer', default: 'x' } } },
    },
    errors: [],
  },
  {
    title: 'has a null default',
    schema: { type: 'object', properties: { spec: { type: 'integer', nullable: true, default: null } } },
    errors: [],
  },
  {
    title: 'has a default at the root',
    schema: { type: 'object', default: { a: 1 } },
    errors: [
      'FieldValueInvalid $.default: Invalid value: {"a":1}: must not have unknown fields',
      'FieldValueRequired $.default.apiVersion: Required value',
      'FieldValueRequired $.default.kind: Required value',
    ],
  },
  {
    title: 'has a default with metadata at the root',
    schema: { type: 'object', default: { apiVersion: 'v1', kind: 'X', metadata: { name: 'x', bogus: 1 } } },
    errors: [],
  },
  {
    title: 'has int-or-string with a format and a default',
    schema: {
      type: 'object',
      properties: { spec: { 'x-kubernetes-int-or-string': true, format: 'byte', default: 1 } },
    },
    errors: [
      'FieldValueTypeInvalid $.properties[spec].default: Invalid value: "int64":  in body must be of type byte: "int64"',
    ],
  },
  {
    title: 'has int-or-string with a default that is neither',
    schema: { type: 'object', properties: { spec: { 'x-kubernetes-int-or-string': true, default: true } } },
    errors: [],
  },
  {
    title: 'has a default with a format that is not checked',
    schema: { type: 'object', properties: { spec: { type: 'integer', format: 'int32', default: true } } },
    errors: [
      'FieldValueTypeInvalid $.properties[spec].default: Invalid value: "":  in body must be of type int32: ""',
    ],
  },
  {
    title: 'has a default with a malformed resource',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
          default: { apiVersion: 5, kind: 'X' },
        },
      },
    },
    errors: ['FieldValueInvalid $.properties[spec].default.apiVersion: Invalid value: 5: must be a string'],
  },
]

describe('defaults', () => {
  it.each(ANSWERS)('says what Kubernetes says of a schema that $title', ({ schema, errors }) => {
    const said = checkStructural(schema, { path: '$' })
    expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`).sort()).toEqual(errors)
  })
})
