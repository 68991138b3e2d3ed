import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'

const properties = {
  any: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  one: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    oneOf: [{ required: ['a'] }, { required: ['b'] }],
  },
  all: { type: 'integer', allOf: [{ minimum: 5 }, { maximum: 10 }] },
  allNone: { type: 'integer', allOf: [{ minimum: 5 }, { multipleOf: 2 }] },
  not: { type: 'integer', not: { enum: [3] } },
  best: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string' } },
    anyOf: [
      { properties: { a: { minimum: 5 }, b: { minLength: 3 } } },
      { properties: { a: { minimum: 5 } }, required: ['c'] },
    ],
  },
  oneBest: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'string' } },
    oneOf: [
      { properties: { a: { minimum: 5 } }, required: ['b'] },
      { properties: { b: { maxLength: 1 } }, required: ['a'] },
    ],
  },
  nested: {
    type: 'integer',
    anyOf: [{ allOf: [{ minimum: 5 }, { maximum: 6 }] }, { oneOf: [{ enum: [1] }, { minimum: 100 }] }],
  },
  anyStr: { type: 'string', anyOf: [{ pattern: '^a' }, { maxLength: 2 }, { format: 'date' }] },
  same: { type: 'integer', allOf: [{ minimum: 5 }, { minimum: 5 }], minimum: 5 },
  nullAny: { type: 'integer', nullable: true, anyOf: [{ minimum: 5 }] },
}

const schema = compileSchema(
  schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } }),
)

/** What kube-apiserver 1.34.2 said when it was asked to create a resource with the value at `spec.<name>`. */
const ANSWERS: readonly (readonly [name: string, value: JsonValue, ...errors: string[]])[] = [
  [
    'any',
    {},
    'FieldValueInvalid <nil>: Invalid value: "": "spec.any" must validate at least one schema (anyOf)',
    'FieldValueRequired spec.any.a: Required value',
  ],
  ['any', { a: 1 }],
  [
    'any',
    { a: 'x' },
    'FieldValueTypeInvalid spec.any.a: Invalid value: "string": spec.any.a in body must be of type integer: "string"',
  ],
  [
    'one',
    {},
    'FieldValueInvalid <nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found none valid',
    'FieldValueRequired spec.one.a: Required value',
  ],
  ['one', { a: 1 }],
  [
    'one',
    { a: 1, b: 1 },
    'FieldValueInvalid <nil>: Invalid value: "": "spec.one" must validate one and only one schema (oneOf). Found 2 valid alternatives',
  ],
  [
    'all',
    3,
    'FieldValueInvalid spec.all: Invalid value: 3: spec.all in body should be greater than or equal to 5',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf)',
  ],
  [
    'all',
    11,
    'FieldValueInvalid spec.all: Invalid value: 11: spec.all in body should be less than or equal to 10',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.all" must validate all the schemas (allOf)',
  ],
  ['all', 7],
  [
    'allNone',
    3,
    'FieldValueInvalid spec.allNone: Invalid value: 3: spec.allNone in body should be greater than or equal to 5',
    'FieldValueInvalid spec.allNone: Invalid value: 3: spec.allNone in body should be a multiple of 2',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.allNone" must validate all the schemas (allOf). None validated',
  ],
  ['not', 3, 'FieldValueInvalid <nil>: Invalid value: "": "spec.not" must not validate the schema (not)'],
  ['not', 4],
  [
    'best',
    { a: 1, b: 'x' },
    'FieldValueInvalid <nil>: Invalid value: "": "spec.best" must validate at least one schema (anyOf)',
    'FieldValueInvalid spec.best.a: Invalid value: 1: spec.best.a in body should be greater than or equal to 5',
    'FieldValueInvalid spec.best.b: Invalid value: "x": spec.best.b in body should be at least 3 chars long',
  ],
  [
    'best',
    { a: 1, b: 'xyz' },
    'FieldValueInvalid <nil>: Invalid value: "": "spec.best" must validate at least one schema (anyOf)',
    'FieldValueInvalid spec.best.a: Invalid value: 1: spec.best.a in body should be greater than or equal to 5',
  ],
  [
    'oneBest',
    { a: 1, b: 'xx' },
    'FieldValueInvalid <nil>: Invalid value: "": "spec.oneBest" must validate one and only one schema (oneOf). Found none valid',
    'FieldValueInvalid spec.oneBest.a: Invalid value: 1: spec.oneBest.a in body should be greater than or equal to 5',
  ],
  [
    'oneBest',
    {},
    'FieldValueInvalid <nil>: Invalid value: "": "spec.oneBest" must validate one and only one schema (oneOf). Found none valid',
    'FieldValueRequired spec.oneBest.b: Required value',
  ],
  ['oneBest', { a: 7 }],
  ['oneBest', { b: 'x' }],
  [
    'nested',
    3,
    'FieldValueInvalid <nil>: Invalid value: "": "spec.nested" must validate at least one schema (anyOf)',
    'FieldValueInvalid spec.nested: Invalid value: 3: spec.nested in body should be greater than or equal to 5',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.nested" must validate all the schemas (allOf)',
  ],
  ['nested', 1],
  ['nested', 5],
  [
    'anyStr',
    'bbb',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.anyStr" must validate at least one schema (anyOf)',
    'FieldValueTypeInvalid spec.anyStr: Invalid value: "bbb": spec.anyStr in body must be of type date: "bbb"',
  ],
  ['anyStr', 'abc'],
  ['anyStr', '2020-01-01'],
  [
    'same',
    3,
    'FieldValueInvalid spec.same: Invalid value: 3: spec.same in body should be greater than or equal to 5',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.same" must validate all the schemas (allOf). None validated',
  ],
  ['nullAny', null],
  [
    'nullAny',
    1,
    'FieldValueInvalid <nil>: Invalid value: "": "spec.nullAny" must validate at least one schema (anyOf)',
    'FieldValueInvalid spec.nullAny: Invalid value: 1: spec.nullAny in body should be greater than or equal to 5',
  ],
]

describe('anyOf, oneOf, allOf and not', () => {
  for (const [name, value, ...errors] of ANSWERS) {
    it(`is judged as by Kubernetes: ${name} of ${JSON.stringify(value)}`, () => {
      const resource = schema.applyDefaults(schema.prune({ spec: { [name]: value } }).value)
      const said = schema.validate(resource)
      expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`)).toEqual(errors)
    })
  }
})
