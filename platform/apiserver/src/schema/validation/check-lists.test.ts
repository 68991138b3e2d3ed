import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'

const properties = {
  set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  setI: { type: 'array', items: { type: 'integer' }, 'x-kubernetes-list-type': 'set' },
  setO: {
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'integer' } }, 'x-kubernetes-map-type': 'atomic' },
    'x-kubernetes-list-type': 'set',
  },
  map: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, v: { type: 'integer' } },
      required: ['name'],
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  },
  map2: {
    type: 'array',
    items: {
      type: 'object',
      properties: { port: { type: 'integer' }, proto: { type: 'string', default: 'TCP' } },
      required: ['port'],
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['port', 'proto'],
  },
  deep: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  },
  deeper: {
    type: 'array',
    items: {
      type: 'object',
      properties: { s: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } },
    },
  },
}

const schema = compileSchema(
  schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } }),
)

/** What kube-apiserver 1.34.2 said when it was asked to create a resource with the value at `spec.<name>`. */
const ANSWERS: readonly (readonly [name: string, value: JsonValue, ...errors: string[]])[] = [
  ['set', ['a', 'b', 'a', 'a'], 'FieldValueDuplicate spec.set[2]: Duplicate value: "a"'],
  ['set', ['a']],
  ['set', ['a', 'b']],
  [
    'setI',
    [1, 1, 2, 2],
    'FieldValueDuplicate spec.setI[1]: Duplicate value: 1',
    'FieldValueDuplicate spec.setI[3]: Duplicate value: 2',
  ],
  ['setO', [{ a: 1 }, { a: 1 }], 'FieldValueDuplicate spec.setO[1]: Duplicate value: {"a":1}'],
  ['setO', [{ a: 1 }, {}]],
  [
    'map',
    [{ name: 'a' }, { name: 'a', v: 1 }],
    'FieldValueDuplicate spec.map[1]: Duplicate value: {"name":"a"}',
  ],
  [
    'map',
    [{ v: 1 }, { v: 2 }],
    'FieldValueRequired spec.map[0].name: Required value',
    'FieldValueRequired spec.map[1].name: Required value',
    'FieldValueDuplicate spec.map[1]: Duplicate value: {}',
  ],
  ['map', [{ name: 'a' }, { name: 'b' }]],
  [
    'map',
    ['x'],
    'FieldValueTypeInvalid spec.map[0]: Invalid value: "string": spec.map[0] in body must be of type object: "string"',
    'FieldValueInvalid spec.map[0]: Invalid value: "x": must be an object for an array of list-type map',
  ],
  [
    'map',
    [{ name: 'a' }, 5],
    'FieldValueTypeInvalid spec.map[1]: Invalid value: "integer": spec.map[1] in body must be of type object: "integer"',
    'FieldValueInvalid spec.map[1]: Invalid value: 5: must be an object for an array of list-type map',
  ],
  [
    'map2',
    [{ port: 1 }, { port: 1, proto: 'TCP' }],
    'FieldValueDuplicate spec.map2[1]: Duplicate value: {"port":1,"proto":"TCP"}',
  ],
  ['map2', [{ port: 1 }, { port: 1, proto: 'UDP' }]],
  ['deep', { k: ['a', 'a'] }, 'FieldValueDuplicate spec.deep[k][1]: Duplicate value: "a"'],
  ['deeper', [{ s: ['<', '<'] }], 'FieldValueDuplicate spec.deeper[0].s[1]: Duplicate value: "<"'],
]

describe('sets and maps', () => {
  for (const [name, value, ...errors] of ANSWERS) {
    it(`is judged as by Kubernetes: ${name} of ${JSON.stringify(value)}`, () => {
      const resource = schema.applyDefaults(schema.prune({ spec: { [name]: value } }).value)
      const said = schema.validate(resource)
      expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`)).toEqual(errors)
    })
  }
})
