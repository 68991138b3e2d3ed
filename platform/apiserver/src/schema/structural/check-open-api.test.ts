import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkStructural } from '../check-structural.ts'

/** What kube-apiserver 1.34.2 said of a CRD whose schema is such; paths start at the schema. */
const ANSWERS = [
  {
    title: 'has no type at the root',
    schema: {},
    errors: ['FieldValueRequired $.type: Required value: must not be empty at the root'],
  },
  {
    title: 'is a list at the root',
    schema: { type: 'array', items: { type: 'string' } },
    errors: ['FieldValueInvalid $.type: Invalid value: "array": must be object at the root'],
  },
  {
    title: 'is nullable at the root',
    schema: { type: 'object', nullable: true },
    errors: ['FieldValueForbidden $.nullable: Forbidden: nullable cannot be true at the root'],
  },
  {
    title: 'has additionalProperties at the root',
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    errors: ['FieldValueForbidden $.additionalProperties: Forbidden: must not be used at the root'],
  },
  {
    title: 'preserves unknown fields at the root',
    schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    errors: [],
  },
  {
    title: 'preserves unknown fields at the root without a type',
    schema: { 'x-kubernetes-preserve-unknown-fields': true },
    errors: [],
  },
  {
    title: 'has a field without a type',
    schema: { type: 'object', properties: { spec: {} } },
    errors: [
      'FieldValueRequired $.properties[spec].type: Required value: must not be empty for specified object fields',
    ],
  },
  {
    title: 'has items without a type',
    schema: { type: 'object', properties: { spec: { type: 'array', items: {} } } },
    errors: [
      'FieldValueRequired $.properties[spec].items.type: Required value: must not be empty for specified array items',
    ],
  },
  {
    title: 'has a list without items',
    schema: { type: 'object', properties: { spec: { type: 'array' } } },
    errors: ['FieldValueRequired $.properties[spec].items: Required value: must be specified'],
  },
  {
    title: 'has a field of additionalProperties without a type',
    schema: { type: 'object', properties: { spec: { type: 'object', additionalProperties: {} } } },
    errors: [
      'FieldValueRequired $.properties[spec].additionalProperties.type: Required value: must not be empty for specified object fields',
    ],
  },
  {
    title: 'has an unknown type',
    schema: { type: 'object', properties: { spec: { type: 'date' } } },
    errors: [
      'FieldValueNotSupported $.properties[spec].type: Unsupported value: "date": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
  {
    title: 'has the type null',
    schema: { type: 'object', properties: { spec: { type: 'null' } } },
    errors: [
      'FieldValueForbidden $.properties[spec].type: Forbidden: type cannot be set to null, use nullable as an alternative',
      'FieldValueNotSupported $.properties[spec].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
    ],
  },
  {
    title: 'has a $ref',
    schema: { type: 'object', properties: { spec: { type: 'object', $ref: '#/x' } } },
    errors: ['FieldValueForbidden $.properties[spec].$ref: Forbidden: $ref is not supported'],
  },
  {
    title: 'has definitions',
    schema: { type: 'object', definitions: { a: { type: 'string' } } },
    errors: ['FieldValueForbidden $.definitions: Forbidden: definitions is not supported'],
  },
  {
    title: 'has dependencies',
    schema: { type: 'object', dependencies: { a: ['b'] } },
    errors: ['FieldValueForbidden $.dependencies: Forbidden: dependencies is not supported'],
  },
  {
    title: 'has patternProperties',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', patternProperties: { a: { type: 'string' } } } },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].patternProperties: Forbidden: patternProperties is not supported',
    ],
  },
  {
    title: 'has an id',
    schema: { type: 'object', properties: { spec: { type: 'object', id: 'x' } } },
    errors: ['FieldValueForbidden $.properties[spec].id: Forbidden: id is not supported'],
  },
  {
    title: 'has a $schema',
    schema: { type: 'object', $schema: 'http://json-schema.org/schema#' },
    errors: ['FieldValueInvalid $: Invalid value: "": OpenAPIV3Schema \'schema\' is not supported'],
  },
  {
    title: 'has additionalItems',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' }, additionalItems: true } },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].additionalItems: Forbidden: additionalItems is not supported',
    ],
  },
  {
    title: 'has a list of items',
    schema: { type: 'object', properties: { spec: { type: 'array', items: [{ type: 'string' }] } } },
    errors: [
      'FieldValueForbidden $.properties[spec].items: Forbidden: items must be a schema object and not an array',
    ],
  },
  {
    title: 'has uniqueItems',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' }, uniqueItems: true } },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
    ],
  },
  {
    title: 'has properties and additionalProperties',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: { a: { type: 'string' } },
          additionalProperties: { type: 'string' },
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  },
  {
    title: 'has properties and no additionalProperties',
    schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
    ],
  },
  {
    title: 'has properties and any additionalProperties',
    schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: true },
      },
    },
    errors: [],
  },
  {
    title: 'does not preserve unknown fields',
    schema: {
      type: 'object',
      properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
    ],
  },
  {
    title: 'has a bad pattern',
    schema: { type: 'object', properties: { spec: { type: 'string', pattern: '(' } } },
    errors: [
      'FieldValueInvalid $.properties[spec].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
    ],
  },
  {
    title: 'has a lookahead',
    schema: { type: 'object', properties: { spec: { type: 'string', pattern: '(?=a)' } } },
    errors: [
      'FieldValueInvalid $.properties[spec].pattern: Invalid value: "(?=a)": must be a valid regular expression, but isn\'t: error parsing regexp: invalid or unsupported Perl syntax: `(?=`',
    ],
  },
  {
    title: 'has several mistakes',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            b: {},
            a: { type: 'array' },
            c: { type: 'object', 'x-kubernetes-list-type': 'set', uniqueItems: true },
          },
        },
        status: { type: 'foo' },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].properties[c].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      'FieldValueInvalid $.properties[spec].properties[c].type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
      'FieldValueNotSupported $.properties[status].type: Unsupported value: "foo": supported values: "array", "boolean", "integer", "number", "object", "string"',
      'FieldValueRequired $.properties[spec].properties[a].items: Required value: must be specified',
      'FieldValueRequired $.properties[spec].properties[b].type: Required value: must not be empty for specified object fields',
    ],
  },
]

describe('OpenAPI', () => {
  it.each(ANSWERS)('says what Kubernetes says of a schema that $title', ({ schema, errors }) => {
    const said = checkStructural(schema, { path: '$' })
    expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`).sort()).toEqual(errors)
  })
})
