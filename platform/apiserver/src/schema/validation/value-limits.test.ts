import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'

const properties = {
  range: { type: 'integer', minimum: 1, maximum: 10 },
  exclusive: { type: 'integer', minimum: 1, maximum: 10, exclusiveMinimum: true, exclusiveMaximum: true },
  fraction: { type: 'number', minimum: 0.5, maximum: 1.5 },
  tiny: { type: 'number', minimum: 1e-5, maximum: 1e21 },
  million: { type: 'number', maximum: 1000000 },
  multiple: { type: 'integer', multipleOf: 5 },
  multipleF: { type: 'number', multipleOf: 0.1 },
  multipleI: { type: 'integer', multipleOf: 0.5 },
  both: { type: 'integer', multipleOf: 5, minimum: 10, enum: [10, 15] },
  length: { type: 'string', minLength: 2, maxLength: 4 },
  length1: { type: 'string', maxLength: 1 },
  pattern: { type: 'string', pattern: '^[a-z]+$' },
  lengthPattern: { type: 'string', pattern: '^[a-z]+$', minLength: 3 },
  enumS: { type: 'string', enum: ['a', 'b"c'] },
  enumI: { type: 'integer', enum: [1, 2] },
  enumN: { type: 'number', enum: [1, 2.5] },
  enumO: { type: 'object', properties: { a: { type: 'integer' } }, enum: [{ a: 1 }] },
  enumNull: { type: 'string', nullable: true, enum: ['a'] },
  enumIos: { 'x-kubernetes-int-or-string': true, enum: ['a', 1] },
  items: { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 },
  items1: { type: 'array', items: { type: 'integer' }, maxItems: 1 },
  props: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 },
  req: {
    type: 'object',
    properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    required: ['a', 'b'],
  },
  closed: { type: 'object', additionalProperties: false },
  open: { type: 'object', additionalProperties: true },
}

const schema = compileSchema(
  schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } }),
)

/** What kube-apiserver 1.34.2 said when it was asked to create a resource with the value at `spec.<name>`. */
const ANSWERS: readonly (readonly [name: string, value: JsonValue, ...errors: string[]])[] = [
  [
    'range',
    0,
    'FieldValueInvalid spec.range: Invalid value: 0: spec.range in body should be greater than or equal to 1',
  ],
  [
    'range',
    11,
    'FieldValueInvalid spec.range: Invalid value: 11: spec.range in body should be less than or equal to 10',
  ],
  ['range', 1],
  ['range', 10],
  [
    'exclusive',
    1,
    'FieldValueInvalid spec.exclusive: Invalid value: 1: spec.exclusive in body should be greater than 1',
  ],
  [
    'exclusive',
    10,
    'FieldValueInvalid spec.exclusive: Invalid value: 10: spec.exclusive in body should be less than 10',
  ],
  ['exclusive', 2],
  [
    'fraction',
    0.25,
    'FieldValueInvalid spec.fraction: Invalid value: 0.25: spec.fraction in body should be greater than or equal to 0.5',
  ],
  [
    'fraction',
    1.75,
    'FieldValueInvalid spec.fraction: Invalid value: 1.75: spec.fraction in body should be less than or equal to 1.5',
  ],
  ['fraction', 0],
  [
    'fraction',
    2,
    'FieldValueInvalid spec.fraction: Invalid value: 2: spec.fraction in body should be less than or equal to 1',
  ],
  ['fraction', 1],
  [
    'tiny',
    1e-6,
    'FieldValueInvalid spec.tiny: Invalid value: 1e-06: spec.tiny in body should be greater than or equal to 1e-05',
  ],
  [
    'tiny',
    1e22,
    'FieldValueInvalid spec.tiny: Invalid value: 1e+22: spec.tiny in body should be less than or equal to 1e+21',
  ],
  ['tiny', 0.5],
  [
    'million',
    1000000.5,
    'FieldValueInvalid spec.million: Invalid value: 1.0000005e+06: spec.million in body should be less than or equal to 1e+06',
  ],
  [
    'million',
    1000001,
    'FieldValueInvalid spec.million: Invalid value: 1000001: spec.million in body should be less than or equal to 1000000',
  ],
  [
    'multiple',
    7,
    'FieldValueInvalid spec.multiple: Invalid value: 7: spec.multiple in body should be a multiple of 5',
  ],
  ['multiple', 10],
  ['multiple', 0],
  [
    'multipleF',
    0.35,
    'FieldValueInvalid spec.multipleF: Invalid value: 0.35: spec.multipleF in body should be a multiple of 0.1',
  ],
  ['multipleF', 0.3],
  ['multipleF', 1.5],
  [
    'multipleI',
    3,
    'FieldValueInvalid spec.multipleI: Invalid value: 0: factor MultipleOf declared for spec.multipleI must be positive: 0',
  ],
  [
    'both',
    7,
    'FieldValueInvalid spec.both: Invalid value: 7: spec.both in body should be a multiple of 5',
    'FieldValueInvalid spec.both: Invalid value: 7: spec.both in body should be greater than or equal to 10',
    'FieldValueNotSupported spec.both: Unsupported value: 7: supported values: "10", "15"',
  ],
  [
    'length',
    'a',
    'FieldValueInvalid spec.length: Invalid value: "a": spec.length in body should be at least 2 chars long',
  ],
  ['length', 'abcde', 'FieldValueTooLong spec.length: Too long: may not be more than 4 bytes'],
  ['length', 'äöüß'],
  ['length', '😀😀😀😀'],
  [
    'length',
    '😀',
    'FieldValueInvalid spec.length: Invalid value: "😀": spec.length in body should be at least 2 chars long',
  ],
  [
    'length',
    '',
    'FieldValueInvalid spec.length: Invalid value: "": spec.length in body should be at least 2 chars long',
  ],
  ['length1', 'ab', 'FieldValueTooLong spec.length1: Too long: may not be more than 1 byte'],
  [
    'pattern',
    'ABC',
    'FieldValueInvalid spec.pattern: Invalid value: "ABC": spec.pattern in body should match \'^[a-z]+$\'',
  ],
  ['pattern', 'abc'],
  [
    'pattern',
    'a"b',
    'FieldValueInvalid spec.pattern: Invalid value: "a\\"b": spec.pattern in body should match \'^[a-z]+$\'',
  ],
  [
    'pattern',
    '',
    'FieldValueInvalid spec.pattern: Invalid value: "": spec.pattern in body should match \'^[a-z]+$\'',
  ],
  [
    'lengthPattern',
    'A',
    'FieldValueInvalid spec.lengthPattern: Invalid value: "A": spec.lengthPattern in body should be at least 3 chars long',
  ],
  ['enumS', 'x', 'FieldValueNotSupported spec.enumS: Unsupported value: "x": supported values: "a", "b\\"c"'],
  ['enumS', 'a'],
  [
    'enumS',
    'q"',
    'FieldValueNotSupported spec.enumS: Unsupported value: "q\\"": supported values: "a", "b\\"c"',
  ],
  ['enumI', 3, 'FieldValueNotSupported spec.enumI: Unsupported value: 3: supported values: "1", "2"'],
  ['enumI', 1],
  ['enumN', 1.5],
  ['enumN', 2.5],
  ['enumN', 1],
  ['enumN', 2, 'FieldValueNotSupported spec.enumN: Unsupported value: 2: supported values: "1", "2.5"'],
  ['enumO', { a: 1 }],
  [
    'enumO',
    { a: 2 },
    'FieldValueNotSupported spec.enumO: Unsupported value: {"a":2}: supported values: "{\\"a\\":1}"',
  ],
  ['enumNull', null, 'FieldValueNotSupported spec.enumNull: Unsupported value: null: supported values: "a"'],
  ['enumIos', 97],
  ['enumIos', 'a'],
  ['enumIos', 1],
  ['enumIos', 'b', 'FieldValueNotSupported spec.enumIos: Unsupported value: "b": supported values: "a", "1"'],
  [
    'items',
    [1],
    'FieldValueInvalid spec.items: Invalid value: 1: spec.items in body should have at least 2 items',
  ],
  ['items', [1, 2, 3, 4], 'FieldValueTooMany spec.items: Too many: 4: must have at most 3 items'],
  [
    'items',
    ['x'],
    'FieldValueTypeInvalid spec.items[0]: Invalid value: "string": spec.items[0] in body must be of type integer: "string"',
    'FieldValueInvalid spec.items: Invalid value: 1: spec.items in body should have at least 2 items',
  ],
  ['items1', [1, 2], 'FieldValueTooMany spec.items1: Too many: 2: must have at most 1 item'],
  [
    'props',
    {},
    'FieldValueInvalid spec.props: Invalid value: 0: spec.props in body should have at least 1 properties',
  ],
  ['props', { a: 1, b: 2, c: 3 }, 'FieldValueTooMany spec.props: Too many: 3: must have at most 2 items'],
  [
    'props',
    { a: 'x' },
    'FieldValueTypeInvalid spec.props.a: Invalid value: "string": spec.props.a in body must be of type integer: "string"',
  ],
  [
    'req',
    {},
    'FieldValueRequired spec.req.a: Required value',
    'FieldValueRequired spec.req.b: Required value',
  ],
  ['req', { a: 1 }, 'FieldValueRequired spec.req.b: Required value'],
  [
    'req',
    { b: 'x' },
    'FieldValueTypeInvalid spec.req.b: Invalid value: "string": spec.req.b in body must be of type integer: "string"',
    'FieldValueRequired spec.req.a: Required value',
  ],
  [
    'closed',
    { a: 1 },
    'FieldValueInvalid spec.closed: Invalid value: "a": spec.closed.a in body is a forbidden property',
  ],
  ['closed', {}],
  ['open', { a: 1, b: { c: 1 }, d: [{ e: 1 }, 2] }],
]

describe('a limit', () => {
  for (const [name, value, ...errors] of ANSWERS) {
    it(`is judged as by Kubernetes: ${name} of ${JSON.stringify(value)}`, () => {
      const resource = schema.applyDefaults(schema.prune({ spec: { [name]: value } }).value)
      const said = schema.validate(resource)
      expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`)).toEqual(errors)
    })
  }
})
