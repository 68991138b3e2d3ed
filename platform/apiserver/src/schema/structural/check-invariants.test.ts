import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkStructural } from '../check-structural.ts'

/** What kube-apiserver 1.34.2 said of a CRD whose schema is such; paths start at the schema. */
const ANSWERS = [
  {
    title: 'embeds something without a type',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].type: Required value: must be object if x-kubernetes-embedded-resource is true',
    ],
  },
  {
    title: 'embeds a string',
    schema: {
      type: 'object',
      properties: { spec: { 'x-kubernetes-embedded-resource': true, type: 'string' } },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      'FieldValueRequired $.properties[spec].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    ],
  },
  {
    title: 'embeds without properties',
    schema: {
      type: 'object',
      properties: { spec: { 'x-kubernetes-embedded-resource': true, type: 'object' } },
    },
    errors: [
      'FieldValueRequired $.properties[spec].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
    ],
  },
  {
    title: 'embeds with additionalProperties',
    schema: {
      type: 'object',
      properties: {
        spec: {
          'x-kubernetes-embedded-resource': true,
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          additionalProperties: { type: 'string' },
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set',
    ],
  },
  {
    title: 'embeds with a wrong kind and metadata',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            kind: { type: 'integer' },
            apiVersion: { type: 'integer' },
            metadata: { type: 'string' },
          },
          'x-kubernetes-embedded-resource': true,
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].properties[apiVersion].type: Invalid value: "integer": must be string',
      'FieldValueInvalid $.properties[spec].properties[kind].type: Invalid value: "integer": must be string',
      'FieldValueInvalid $.properties[spec].properties[metadata].type: Invalid value: "string": must be object',
    ],
  },
  {
    title: 'embeds inside metadata',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'object',
          properties: {
            metadata: {
              type: 'object',
              properties: {
                name: {
                  type: 'object',
                  'x-kubernetes-embedded-resource': true,
                  'x-kubernetes-preserve-unknown-fields': true,
                },
              },
            },
          },
          'x-kubernetes-embedded-resource': true,
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].properties[metadata].properties[name].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta',
    ],
  },
  {
    title: 'has a wrong kind, apiVersion and metadata',
    schema: {
      type: 'object',
      properties: {
        kind: { type: 'integer' },
        apiVersion: { type: 'integer' },
        metadata: { type: 'string' },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[apiVersion].type: Invalid value: "integer": must be string',
      'FieldValueInvalid $.properties[kind].type: Invalid value: "integer": must be string',
      'FieldValueInvalid $.properties[metadata].type: Invalid value: "string": must be object',
    ],
  },
  {
    title: 'restricts names',
    schema: {
      type: 'object',
      properties: {
        metadata: {
          type: 'object',
          properties: { name: { type: 'string', pattern: '^a' }, generateName: { type: 'string' } },
        },
      },
    },
    errors: [],
  },
  {
    title: 'restricts labels',
    schema: {
      type: 'object',
      properties: {
        metadata: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            labels: { type: 'object', additionalProperties: { type: 'string' } },
          },
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
  {
    title: 'describes metadata',
    schema: { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
    errors: [
      'FieldValueForbidden $.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
  {
    title: 'requires in metadata',
    schema: { type: 'object', properties: { metadata: { type: 'object', required: ['name'] } } },
    errors: [
      'FieldValueForbidden $.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
    ],
  },
]

describe('metadata and embedded resources', () => {
  it.each(ANSWERS)('says what Kubernetes says of a schema that $title', ({ schema, errors }) => {
    const said = checkStructural(schema, { path: '$' })
    expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`).sort()).toEqual(errors)
  })
})
