import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkStructural } from '../check-structural.ts'

/** What kube-apiserver 1.34.2 said of a CRD whose schema is such; paths start at the schema. */
const ANSWERS = [
  {
    title: 'has list-type on an object',
    schema: { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-list-type': 'map' } } },
    errors: [
      'FieldValueInvalid $.properties[spec].type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
      'FieldValueRequired $.properties[spec].items: Required value: must have a schema if x-kubernetes-list-type is map',
      'FieldValueRequired $.properties[spec].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'has list-type without a type',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-list-type': 'atomic' },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].type: Required value: must be array if x-kubernetes-list-type is specified',
    ],
  },
  {
    title: 'has an unknown list-type',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'bag' } },
    },
    errors: [
      'FieldValueNotSupported $.properties[spec].x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"',
    ],
  },
  {
    title: 'has map-type on a list',
    schema: {
      type: 'object',
      properties: { spec: { type: 'array', items: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' } },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].type: Invalid value: "array": must be object if x-kubernetes-map-type is specified',
    ],
  },
  {
    title: 'has map-type without a type',
    schema: {
      type: 'object',
      properties: {
        spec: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-map-type': 'atomic' },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].type: Required value: must be object if x-kubernetes-map-type is specified',
    ],
  },
  {
    title: 'has an unknown map-type',
    schema: { type: 'object', properties: { spec: { type: 'object', 'x-kubernetes-map-type': 'bag' } } },
    errors: [
      'FieldValueNotSupported $.properties[spec].x-kubernetes-map-type: Unsupported value: "bag": supported values: "atomic", "granular"',
    ],
  },
  {
    title: 'has a set of objects',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } } },
          'x-kubernetes-list-type': 'set',
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  },
  {
    title: 'has a set of atomic objects',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-map-type': 'atomic' },
          'x-kubernetes-list-type': 'set',
        },
      },
    },
    errors: [],
  },
  {
    title: 'has a set of sets',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
          'x-kubernetes-list-type': 'set',
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
    ],
  },
  {
    title: 'has a set of nullable items',
    schema: {
      type: 'object',
      properties: {
        spec: { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'set' },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set',
    ],
  },
  {
    title: 'has map keys without a list-type',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } } },
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  },
  {
    title: 'has map keys on a set',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'set',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
    ],
  },
  {
    title: 'has a map without keys',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
        },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'has a map of strings',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'string' },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'has a map without items',
    schema: {
      type: 'object',
      properties: {
        spec: { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['a'] },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].items: Required value: must be specified',
      'FieldValueRequired $.properties[spec].items: Required value: must have a schema if x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'has a map with an unknown key',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a', 'b'],
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].x-kubernetes-list-map-keys: Invalid value: ["a","b"]: entries must all be names of item properties',
    ],
  },
  {
    title: 'has a map with a key twice',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a', 'a'],
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].x-kubernetes-list-map-keys: Invalid value: ["a","a"]: must not contain duplicate entries',
    ],
  },
  {
    title: 'has a map with an object as key',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'object' } }, required: ['a'] },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueInvalid $.properties[spec].items.properties[a].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
    ],
  },
  {
    title: 'has a map whose key is optional',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueRequired $.properties[spec].items.properties[a].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
    ],
  },
  {
    title: 'has a map whose key has a default',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string', default: 'x' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [],
  },
  {
    title: 'has a map whose key is nullable',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string', nullable: true } }, required: ['a'] },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].items.properties[a].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
    ],
  },
  {
    title: 'has nullable items in a map',
    schema: {
      type: 'object',
      properties: {
        spec: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], nullable: true },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['a'],
        },
      },
    },
    errors: [
      'FieldValueForbidden $.properties[spec].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map',
    ],
  },
]

describe('list and map types', () => {
  it.each(ANSWERS)('says what Kubernetes says of a schema that $title', ({ schema, errors }) => {
    const said = checkStructural(schema, { path: '$' })
    expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`).sort()).toEqual(errors)
  })
})
