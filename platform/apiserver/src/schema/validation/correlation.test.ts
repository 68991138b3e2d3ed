import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'

const properties = {
  size: {
    type: 'object',
    properties: { a: { type: 'integer', maximum: 5 }, b: { type: 'integer', maximum: 5 } },
  },
  added: { type: 'object', properties: { a: { type: 'integer', maximum: 5 } } },
  list: { type: 'array', items: { type: 'integer', maximum: 5 } },
  map: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, v: { type: 'integer', maximum: 5 } },
      required: ['name'],
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
  },
  mapMin: {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, v: { type: 'integer' } },
      required: ['name'],
    },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    minItems: 3,
  },
  set: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  setNew: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
  dict: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 } },
  branch: {
    type: 'object',
    properties: { a: { type: 'integer' } },
    anyOf: [{ properties: { a: { maximum: 5 } } }],
  },
  req: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['b'] },
  loose: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, maxProperties: 1 },
}

const schema = compileSchema(
  schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } }),
)

/** What kube-apiserver 1.34.2 said of an update whose old value its schema allowed once, and does no longer. */
const ANSWERS: readonly (readonly [name: string, old: JsonValue, JsonValue, ...string[]])[] = [
  ['size', { a: 9, b: 9 }, { a: 9, b: 9 }],
  [
    'size',
    { a: 9, b: 9 },
    { a: 9, b: 8 },
    'FieldValueInvalid spec.size.b: Invalid value: 8: spec.size.b in body should be less than or equal to 5',
  ],
  ['size', { a: 9, b: 9 }, { a: 1, b: 9 }],
  ['size', { a: 9, b: 9 }, { a: 9 }],
  [
    'added',
    {},
    { a: 9 },
    'FieldValueInvalid spec.added.a: Invalid value: 9: spec.added.a in body should be less than or equal to 5',
  ],
  ['list', [9, 1], [9, 1]],
  [
    'list',
    [9, 1],
    [9, 2],
    'FieldValueInvalid spec.list[0]: Invalid value: 9: spec.list[0] in body should be less than or equal to 5',
  ],
  [
    'list',
    [9, 1],
    [1, 9],
    'FieldValueInvalid spec.list[1]: Invalid value: 9: spec.list[1] in body should be less than or equal to 5',
  ],
  [
    'map',
    [
      { name: 'a', v: 9 },
      { name: 'b', v: 1 },
    ],
    [
      { name: 'b', v: 1 },
      { name: 'a', v: 9 },
    ],
  ],
  [
    'map',
    [
      { name: 'a', v: 9 },
      { name: 'b', v: 1 },
    ],
    [
      { name: 'a', v: 9 },
      { name: 'c', v: 9 },
    ],
    'FieldValueInvalid spec.map[1].v: Invalid value: 9: spec.map[1].v in body should be less than or equal to 5',
  ],
  [
    'map',
    [
      { name: 'a', v: 9 },
      { name: 'b', v: 1 },
    ],
    [{ name: 'a', v: 8 }],
    'FieldValueInvalid spec.map[0].v: Invalid value: 8: spec.map[0].v in body should be less than or equal to 5',
  ],
  [
    'mapMin',
    [
      { name: 'a', v: 9 },
      { name: 'b', v: 1 },
    ],
    [
      { name: 'b', v: 1 },
      { name: 'a', v: 9 },
    ],
  ],
  [
    'mapMin',
    [
      { name: 'a', v: 9 },
      { name: 'b', v: 1 },
    ],
    [{ name: 'a' }, { name: 'b' }],
    'FieldValueInvalid spec.mapMin: Invalid value: 2: spec.mapMin in body should have at least 3 items',
  ],
  ['set', ['a', 'a'], ['a', 'a', 'b', 'b']],
  ['setNew', ['a'], ['a', 'a'], 'FieldValueDuplicate spec.setNew[1]: Duplicate value: "a"'],
  [
    'dict',
    { a: 9 },
    { a: 9, b: 9 },
    'FieldValueInvalid spec.dict.b: Invalid value: 9: spec.dict.b in body should be less than or equal to 5',
  ],
  [
    'dict',
    { a: 9 },
    { a: 8 },
    'FieldValueInvalid spec.dict.a: Invalid value: 8: spec.dict.a in body should be less than or equal to 5',
  ],
  ['branch', { a: 9 }, { a: 9 }],
  [
    'branch',
    { a: 9 },
    { a: 8 },
    'FieldValueInvalid <nil>: Invalid value: "": "spec.branch" must validate at least one schema (anyOf)',
    'FieldValueInvalid spec.branch.a: Invalid value: 8: spec.branch.a in body should be less than or equal to 5',
  ],
  ['req', { a: 1 }, { a: 1 }],
  ['req', { a: 1 }, { a: 2 }, 'FieldValueRequired spec.req.b: Required value'],
  [
    'loose',
    { a: 1, b: 2 },
    { a: 1, b: 2 },
    'FieldValueTooMany spec.loose: Too many: 2: must have at most 1 item',
  ],
]

describe('an update of what is wrong already', () => {
  for (const [name, old, value, ...errors] of ANSWERS) {
    it(`is judged as by Kubernetes: ${name} from ${JSON.stringify(old)} to ${JSON.stringify(value)}`, () => {
      const resource = { apiVersion: 'a/v1', kind: 'A', metadata: { name: 'x' } }
      const [before, after] = [old, value].map((one) => ({ ...resource, spec: { [name]: one } }))
      const said = schema.validate(after ?? null, { old: before ?? null })
      expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`)).toEqual(errors)
    })
  }
})
