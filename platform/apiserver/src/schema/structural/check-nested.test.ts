import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkStructural } from '../check-structural.ts'

/** What kube-apiserver 1.34.2 said of a CRD whose schema is such; paths start at the schema. */
const ANSWERS = [
  {
    title: 'has types in branches',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'integer',
          anyOf: [{ type: 'integer' }, { minimum: 1 }],
          allOf: [{ type: 'integer' }],
          oneOf: [{ type: 'integer' }],
          not: { type: 'string' },
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].allOf[0].type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].not.type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].oneOf[0].type: Forbidden: must be empty to be structural',
    ],
  },
  {
    title: 'describes in a branch',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'string' } },
          allOf: [
            {
              title: 'x',
              description: 'y',
              nullable: true,
              default: {},
              additionalProperties: { type: 'string' },
              properties: { a: { type: 'string', default: 'x' } },
            },
          ],
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].allOf[0].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      'FieldValueForbidden $.properties[spec].allOf[0].additionalProperties: Forbidden: must be undefined to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].default: Forbidden: must be undefined to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].description: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].nullable: Forbidden: must be false to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].properties[a].default: Forbidden: must be undefined to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].properties[a].type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].allOf[0].title: Forbidden: must be empty to be structural',
    ],
  },
  {
    title: 'extends in a branch',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'string' },
          anyOf: [
            {
              'x-kubernetes-preserve-unknown-fields': true,
              'x-kubernetes-embedded-resource': true,
              'x-kubernetes-int-or-string': true,
              'x-kubernetes-list-type': 'set',
              'x-kubernetes-list-map-keys': ['a'],
              'x-kubernetes-map-type': 'atomic',
              'x-kubernetes-validations': [{ rule: 'true' }],
            },
          ],
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-embedded-resource: Forbidden: must be false to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-list-map-keys: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[0].x-kubernetes-validations: Forbidden: must be empty to be structural',
      'FieldValueInvalid $.properties[spec].anyOf[0].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
      'FieldValueRequired $.properties[spec].anyOf[0].type: Required value: must be array if x-kubernetes-list-type is specified',
      'FieldValueRequired $.properties[spec].anyOf[0].type: Required value: must be object if x-kubernetes-map-type is specified',
    ],
  },
  {
    title: 'speaks of metadata in a branch',
    schema: {
      type: 'object',
      properties: { metadata: { type: 'object' } },
      anyOf: [{ properties: { metadata: { required: ['x'] } } }],
    },
    errors: [
      'FieldValueForbidden $.anyOf[0].properties[metadata]: Forbidden: must not be specified in a nested context',
    ],
  },
  {
    title: 'speaks in a branch of what is not described',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: {} } },
      anyOf: [
        { properties: { spec: { properties: { a: { minimum: 1 } } }, other: { items: { minimum: 1 } } } },
      ],
    },
    errors: [
      'FieldValueRequired $.properties[other]: Required value: because it is defined in $.anyOf[0].properties[other]',
      'FieldValueRequired $.properties[spec].properties[a]: Required value: because it is defined in $.anyOf[0].properties[spec].properties[a]',
    ],
  },
  {
    title: 'speaks in an inner branch of what is not described',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'integer' } },
          anyOf: [{ properties: { b: { minimum: 1 } } }, { items: { minimum: 1 } }],
        },
      },
    },
    errors: [],
  },
  {
    title: 'speaks in a not of items that are not described',
    schema: {
      type: 'object',
      properties: { spec: { type: 'string' } },
      not: { properties: { spec: { items: { minimum: 1 } } } },
    },
    errors: [
      'FieldValueRequired $.properties[spec].items: Required value: because it is defined in $.not.properties[spec].items',
    ],
  },
  {
    title: 'has int-or-string with its anyOf',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
    },
    errors: [],
  },
  {
    title: 'has int-or-string with its anyOf in an allOf',
    schema: {
      type: 'object',
      properties: {
        spec: {
          'x-kubernetes-int-or-string': true,
          allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }, { pattern: 'x' }],
        },
      },
    },
    errors: [],
  },
  {
    title: 'has int-or-string with another anyOf',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].anyOf[0].type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].anyOf[1].type: Forbidden: must be empty to be structural',
    ],
  },
  {
    title: 'has int-or-string with a type',
    schema: { type: 'object', properties: { spec: { 'x-kubernetes-int-or-string': true, type: 'string' } } },
    errors: [],
  },
  {
    title: 'has int-or-string that preserves and embeds',
    schema: {
      type: 'object',
      properties: {
        spec: {
          'x-kubernetes-int-or-string': true,
          'x-kubernetes-preserve-unknown-fields': true,
          'x-kubernetes-embedded-resource': true,
          type: 'object',
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      'FieldValueInvalid $.properties[spec].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
    ],
  },
  {
    title: 'has the anyOf of int-or-string without it',
    schema: {
      type: 'object',
      properties: { spec: { type: 'integer', anyOf: [{ type: 'integer' }, { type: 'string' }] } },
    },
    errors: [],
  },
  {
    title: 'has the anyOf of int-or-string deeper down',
    schema: {
      type: 'object',
      properties: { spec: { type: 'string', oneOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }] } },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].oneOf[0].anyOf[0].type: Forbidden: must be empty to be structural',
      'FieldValueForbidden $.properties[spec].oneOf[0].anyOf[1].type: Forbidden: must be empty to be structural',
    ],
  },
]

describe('branches', () => {
  it.each(ANSWERS)('says what Kubernetes says of a schema that $title', ({ schema, errors }) => {
    const said = checkStructural(schema, { path: '$' })
    expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`).sort()).toEqual(errors)
  })
})
