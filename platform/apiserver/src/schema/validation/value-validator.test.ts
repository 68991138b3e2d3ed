import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../json/json-value.ts'
import { bodyOf } from '../../status/field-error.ts'
import { compileSchema } from '../compile-schema.ts'
import { schemaOf } from '../schema-of.ts'

const properties = {
  int: { type: 'integer' },
  num: { type: 'number' },
  str: { type: 'string' },
  bool: { type: 'boolean' },
  list: { type: 'array', items: { type: 'string' } },
  objs: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'string' } } },
  nullable: { type: 'string', nullable: true },
  i32: { type: 'integer', format: 'int32' },
  i64: { type: 'integer', format: 'int64' },
  dbl: { type: 'number', format: 'double' },
  ios: { 'x-kubernetes-int-or-string': true },
  iosAny: { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true },
  iosPattern: {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern: '^[0-9]+%$',
    'x-kubernetes-int-or-string': true,
  },
  anything: { 'x-kubernetes-preserve-unknown-fields': true },
  dateWrong: { type: 'string', format: 'date' },
}

const schema = compileSchema(
  schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } }),
)

/** What kube-apiserver 1.34.2 said when it was asked to create a resource with the value at `spec.<name>`. */
const ANSWERS: readonly (readonly [name: string, value: JsonValue, ...errors: string[]])[] = [
  [
    'int',
    'x',
    'FieldValueTypeInvalid spec.int: Invalid value: "string": spec.int in body must be of type integer: "string"',
  ],
  [
    'int',
    1.5,
    'FieldValueTypeInvalid spec.int: Invalid value: "number": spec.int in body must be of type integer: "number"',
  ],
  [
    'int',
    true,
    'FieldValueTypeInvalid spec.int: Invalid value: "boolean": spec.int in body must be of type integer: "boolean"',
  ],
  ['int', null],
  [
    'int',
    {},
    'FieldValueTypeInvalid spec.int: Invalid value: "object": spec.int in body must be of type integer: "object"',
  ],
  [
    'int',
    [],
    'FieldValueTypeInvalid spec.int: Invalid value: "array": spec.int in body must be of type integer: "array"',
  ],
  ['int', 5],
  ['int', 3.0000000001],
  [
    'num',
    'x',
    'FieldValueTypeInvalid spec.num: Invalid value: "string": spec.num in body must be of type number: "string"',
  ],
  ['num', 1],
  ['num', 1.5],
  [
    'num',
    {},
    'FieldValueTypeInvalid spec.num: Invalid value: "object": spec.num in body must be of type number: "object"',
  ],
  [
    'num',
    [],
    'FieldValueTypeInvalid spec.num: Invalid value: "array": spec.num in body must be of type number: "array"',
  ],
  [
    'str',
    1,
    'FieldValueTypeInvalid spec.str: Invalid value: "integer": spec.str in body must be of type string: "integer"',
  ],
  [
    'str',
    1.5,
    'FieldValueTypeInvalid spec.str: Invalid value: "number": spec.str in body must be of type string: "number"',
  ],
  [
    'str',
    true,
    'FieldValueTypeInvalid spec.str: Invalid value: "boolean": spec.str in body must be of type string: "boolean"',
  ],
  [
    'str',
    [],
    'FieldValueTypeInvalid spec.str: Invalid value: "array": spec.str in body must be of type string: "array"',
  ],
  [
    'str',
    {},
    'FieldValueTypeInvalid spec.str: Invalid value: "object": spec.str in body must be of type string: "object"',
  ],
  ['str', 'ok'],
  [
    'bool',
    'true',
    'FieldValueTypeInvalid spec.bool: Invalid value: "string": spec.bool in body must be of type boolean: "string"',
  ],
  [
    'bool',
    0,
    'FieldValueTypeInvalid spec.bool: Invalid value: "integer": spec.bool in body must be of type boolean: "integer"',
  ],
  ['bool', true],
  [
    'list',
    'x',
    'FieldValueTypeInvalid spec.list: Invalid value: "string": spec.list in body must be of type array: "string"',
  ],
  [
    'list',
    {},
    'FieldValueTypeInvalid spec.list: Invalid value: "object": spec.list in body must be of type array: "object"',
  ],
  [
    'list',
    [1],
    'FieldValueTypeInvalid spec.list[0]: Invalid value: "integer": spec.list[0] in body must be of type string: "integer"',
  ],
  [
    'list',
    ['a', 2, {}],
    'FieldValueTypeInvalid spec.list[1]: Invalid value: "integer": spec.list[1] in body must be of type string: "integer"',
    'FieldValueTypeInvalid spec.list[2]: Invalid value: "object": spec.list[2] in body must be of type string: "object"',
  ],
  [
    'objs',
    'x',
    'FieldValueTypeInvalid spec.objs: Invalid value: "string": spec.objs in body must be of type object: "string"',
  ],
  [
    'objs',
    [],
    'FieldValueTypeInvalid spec.objs: Invalid value: "array": spec.objs in body must be of type object: "array"',
  ],
  [
    'objs',
    { a: 'x', b: 1 },
    'FieldValueTypeInvalid spec.objs.a: Invalid value: "string": spec.objs.a in body must be of type integer: "string"',
    'FieldValueTypeInvalid spec.objs.b: Invalid value: "integer": spec.objs.b in body must be of type string: "integer"',
  ],
  ['objs', { a: 1, b: 'x', c: 1 }],
  ['nullable', null],
  [
    'nullable',
    1,
    'FieldValueTypeInvalid spec.nullable: Invalid value: "integer": spec.nullable in body must be of type string: "integer"',
  ],
  ['i32', 2147483648],
  [
    'i32',
    'x',
    'FieldValueTypeInvalid spec.i32: Invalid value: "string": spec.i32 in body must be of type integer: "string"',
  ],
  [
    'i32',
    1.5,
    'FieldValueTypeInvalid spec.i32: Invalid value: "number": spec.i32 in body must be of type integer: "number"',
  ],
  [
    'i32',
    true,
    'FieldValueTypeInvalid spec.i32: Invalid value: "boolean": spec.i32 in body must be of type integer: "boolean"',
  ],
  ['i64', 1],
  [
    'i64',
    'x',
    'FieldValueTypeInvalid spec.i64: Invalid value: "string": spec.i64 in body must be of type integer: "string"',
  ],
  ['dbl', 1],
  [
    'dbl',
    'x',
    'FieldValueTypeInvalid spec.dbl: Invalid value: "string": spec.dbl in body must be of type number: "string"',
  ],
  ['ios', 1],
  ['ios', 'x'],
  [
    'ios',
    1.5,
    'FieldValueTypeInvalid spec.ios: Invalid value: "number": spec.ios in body must be of type integer,string: "number"',
  ],
  [
    'ios',
    true,
    'FieldValueTypeInvalid spec.ios: Invalid value: "boolean": spec.ios in body must be of type integer,string: "boolean"',
  ],
  [
    'ios',
    {},
    'FieldValueTypeInvalid spec.ios: Invalid value: "object": spec.ios in body must be of type integer,string: "object"',
  ],
  ['ios', null],
  ['iosAny', 1],
  ['iosAny', 'x'],
  [
    'iosAny',
    1.5,
    'FieldValueTypeInvalid spec.iosAny: Invalid value: "number": spec.iosAny in body must be of type integer,string: "number"',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.iosAny" must validate at least one schema (anyOf)',
    'FieldValueTypeInvalid spec.iosAny: Invalid value: "number": spec.iosAny in body must be of type integer: "number"',
  ],
  [
    'iosAny',
    true,
    'FieldValueTypeInvalid spec.iosAny: Invalid value: "boolean": spec.iosAny in body must be of type integer,string: "boolean"',
    'FieldValueInvalid <nil>: Invalid value: "": "spec.iosAny" must validate at least one schema (anyOf)',
    'FieldValueTypeInvalid spec.iosAny: Invalid value: "boolean": spec.iosAny in body must be of type integer: "boolean"',
  ],
  ['iosPattern', 1],
  ['iosPattern', '5%'],
  [
    'iosPattern',
    'x',
    'FieldValueInvalid spec.iosPattern: Invalid value: "x": spec.iosPattern in body should match \'^[0-9]+%$\'',
  ],
  ['anything', 1],
  ['anything', { a: 1 }],
  ['anything', 'x'],
  ['anything', [{ a: 1 }]],
  ['anything', null],
  [
    'dateWrong',
    5,
    'FieldValueTypeInvalid spec.dateWrong: Invalid value: "int64": spec.dateWrong in body must be of type date: "int64"',
  ],
  [
    'dateWrong',
    1.5,
    'FieldValueTypeInvalid spec.dateWrong: Invalid value: "float64": spec.dateWrong in body must be of type date: "float64"',
  ],
  [
    'dateWrong',
    true,
    'FieldValueTypeInvalid spec.dateWrong: Invalid value: "": spec.dateWrong in body must be of type date: ""',
  ],
  [
    'dateWrong',
    {},
    'FieldValueTypeInvalid spec.dateWrong: Invalid value: "": spec.dateWrong in body must be of type date: ""',
  ],
  ['dateWrong', ['x']],
]

describe('a type', () => {
  for (const [name, value, ...errors] of ANSWERS) {
    it(`is judged as by Kubernetes: ${name} of ${JSON.stringify(value)}`, () => {
      const resource = schema.applyDefaults(schema.prune({ spec: { [name]: value } }).value)
      const said = schema.validate(resource)
      expect(said.map((error) => `${error.type} ${error.field}: ${bodyOf(error)}`)).toEqual(errors)
    })
  }
})
