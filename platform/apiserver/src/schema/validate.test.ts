import { describe, expect, it } from 'vitest'
import { bodyOf, type FieldError } from '../status/field-error.ts'
import { schemaOf } from './schema-of.ts'
import { validate } from './validate.ts'

const schema = schemaOf({
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', minimum: 1, multipleOf: 2 },
        name: { type: 'string', minLength: 2, pattern: '^[a-z]+$', format: 'uuid' },
        mode: { type: 'string', enum: ['a', 'b'] },
        tags: {
          type: 'array',
          items: { type: 'string', maxLength: 2 },
          'x-kubernetes-list-type': 'set',
          minItems: 5,
        },
        dict: { type: 'object', additionalProperties: { type: 'integer', maximum: 5 }, maxProperties: 1 },
        tree: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
        one: {
          type: 'object',
          properties: {
            x: { type: 'integer', minimum: 3, allOf: [{ maximum: 1 }], not: { enum: [2] }, enum: [7] },
          },
        },
        free: { 'x-kubernetes-preserve-unknown-fields': true },
        big: { type: 'integer', maximum: 9007199254740000 },
        text: { type: 'string', maxLength: 3, enum: ['é'] },
      },
      required: ['size', 'zone'],
      minProperties: 30,
    },
    status: { type: 'object', properties: { n: { type: 'integer' } } },
  },
  required: ['spec', 'status'],
  anyOf: [{ required: ['spec'] }, { required: ['status'] }],
  maxProperties: 6,
})

/** What kube-apiserver 1.34.2 said of a resource with such a body, in its order. */
const ANSWERS = [
  {
    title: 'has neither spec nor status',
    body: {},
    errors: [
      'FieldValueInvalid <nil>: Invalid value: "": "" must validate at least one schema (anyOf)',
      'FieldValueRequired spec: Required value',
      'FieldValueRequired status: Required value',
    ],
  },
  {
    title: 'has a number for a spec',
    body: { spec: 5 },
    errors: [
      'FieldValueTypeInvalid spec: Invalid value: "integer": spec in body must be of type object: "integer"',
      'FieldValueRequired status: Required value',
    ],
  },
  {
    title: 'is wrong in spec and status',
    body: { spec: { size: -1 }, status: { n: 'x' } },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueInvalid spec.size: Invalid value: -1: spec.size in body should be a multiple of 2',
      'FieldValueInvalid spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 1',
      'FieldValueRequired spec.zone: Required value',
      'FieldValueTypeInvalid status.n: Invalid value: "string": status.n in body must be of type integer: "string"',
    ],
  },
  {
    title: 'has several wrong fields',
    body: { spec: { size: -1, name: 'A', mode: 'c' }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 3: spec in body should have at least 30 properties',
      'FieldValueNotSupported spec.mode: Unsupported value: "c": supported values: "a", "b"',
      'FieldValueInvalid spec.name: Invalid value: "A": spec.name in body should be at least 2 chars long',
      'FieldValueTypeInvalid spec.name: Invalid value: "A": spec.name in body must be of type uuid: "A"',
      'FieldValueInvalid spec.size: Invalid value: -1: spec.size in body should be a multiple of 2',
      'FieldValueInvalid spec.size: Invalid value: -1: spec.size in body should be greater than or equal to 1',
      'FieldValueRequired spec.zone: Required value',
    ],
  },
  {
    title: 'has wrong items, too few and one twice',
    body: { spec: { tags: ['abc', 'abc', 'é😀x'] }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueTooLong spec.tags[0]: Too long: may not be more than 2 bytes',
      'FieldValueTooLong spec.tags[1]: Too long: may not be more than 2 bytes',
      'FieldValueTooLong spec.tags[2]: Too long: may not be more than 2 bytes',
      'FieldValueInvalid spec.tags: Invalid value: 3: spec.tags in body should have at least 5 items',
      'FieldValueRequired spec.size: Required value',
      'FieldValueRequired spec.zone: Required value',
      'FieldValueDuplicate spec.tags[1]: Duplicate value: "abc"',
    ],
  },
  {
    title: 'has a wrong and one too many in a map',
    body: { spec: { dict: { 'a.b/c': 9, d: 1 } }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueTooMany spec.dict: Too many: 2: must have at most 1 item',
      'FieldValueInvalid spec.dict.a.b/c: Invalid value: 9: spec.dict.a.b/c in body should be less than or equal to 5',
      'FieldValueRequired spec.size: Required value',
      'FieldValueRequired spec.zone: Required value',
    ],
  },
  {
    title: 'has a key with a space',
    body: { spec: { dict: { 'a b': 9 } }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueInvalid spec.dict.a b: Invalid value: 9: spec.dict.a b in body should be less than or equal to 5',
      'FieldValueRequired spec.size: Required value',
      'FieldValueRequired spec.zone: Required value',
    ],
  },
  {
    title: 'fails every keyword at once',
    body: { spec: { one: { x: 2 } }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueInvalid spec.one.x: Invalid value: 2: spec.one.x in body should be less than or equal to 1',
      'FieldValueInvalid <nil>: Invalid value: "": "spec.one.x" must validate all the schemas (allOf). None validated',
      'FieldValueInvalid <nil>: Invalid value: "": "spec.one.x" must not validate the schema (not)',
      'FieldValueInvalid spec.one.x: Invalid value: 2: spec.one.x in body should be greater than or equal to 3',
      'FieldValueNotSupported spec.one.x: Unsupported value: 2: supported values: "7"',
      'FieldValueRequired spec.size: Required value',
      'FieldValueRequired spec.zone: Required value',
    ],
  },
  {
    title: 'has a text with odd characters',
    body: { spec: { text: 'a\u0001b<>&"\\\n é­😀' }, status: {} },
    errors: [
      'FieldValueInvalid spec: Invalid value: 1: spec in body should have at least 30 properties',
      'FieldValueTooLong spec.text: Too long: may not be more than 3 bytes',
      'FieldValueNotSupported spec.text: Unsupported value: "a\\x01b<>&\\"\\\\\\n\\u2028é\\u00ad\\x7f😀": supported values: "é"',
      'FieldValueRequired spec.size: Required value',
      'FieldValueRequired spec.zone: Required value',
    ],
  },
]

describe('validate', () => {
  it.each(ANSWERS)('says what Kubernetes says of a resource that $title', ({ body, errors }) => {
    const resource = { apiVersion: 'judge.io/v1', kind: 'Root', metadata: { name: 'x' }, ...body }
    expect(validate(resource, schema).map(textOf)).toEqual(errors)
  })

  it('takes whole numbers of 64 bits', () => {
    const whole = schemaOf({ type: 'integer', minimum: 5, multipleOf: 3 })
    expect(validate(9223372036854775806n, whole)).toEqual([])
    expect(validate(-9223372036854775808n, whole).map(textOf)).toEqual([
      'FieldValueInvalid <nil>: Invalid value: -9223372036854775808:  in body should be a multiple of 3',
      'FieldValueInvalid <nil>: Invalid value: -9223372036854775808:  in body should be greater than or equal to 5',
    ])
  })

  it('puts the place of a part before its fields, but not into the messages', () => {
    const part = schemaOf({ type: 'object', properties: { n: { type: 'integer' } }, required: ['m'] })
    expect(validate({ n: 'x' }, part, { at: 'status' }).map(textOf)).toEqual([
      'FieldValueTypeInvalid status.n: Invalid value: "string": n in body must be of type integer: "string"',
      'FieldValueRequired status.m: Required value',
    ])
  })

  it('is not fooled by fields that every JavaScript object has', () => {
    const odd = schemaOf({
      type: 'object',
      properties: { constructor: { type: 'string' } },
      required: ['toString'],
    })
    expect(validate({}, odd).map(textOf)).toEqual(['FieldValueRequired toString: Required value'])
  })

  it('takes a field that is undefined for one that is not there', () => {
    const one = schemaOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] })
    expect(validate({ a: undefined }, one).map(textOf)).toEqual(['FieldValueRequired a: Required value'])
  })
})

function textOf(error: FieldError): string {
  return `${error.type} ${error.field}: ${bodyOf(error)}`
}
