import { describe, expect, it } from 'vitest'
import { schema } from './schema.ts'
import { toStructural } from './to-structural.ts'
import { validate } from './validate.ts'
import { withDefaults } from './with-defaults.ts'

const problems = (given: object, value: unknown): readonly string[] =>
  validate(toStructural(given), value, 'x').map(({ path, message }) => `${path} ${message}`)

describe('validate', () => {
  it.each<[object, unknown, string]>([
    [schema.string(), 1, 'x has to be a string'],
    [schema.string({ minLength: 2 }), '🙂', 'x has to have at least 2 characters'],
    [schema.string({ maxLength: 1 }), 'ab', 'x has to have at most 1 characters'],
    [schema.string({ pattern: '^a+$' }), 'ab', 'x has to match ^a+$'],
    [schema.string({ format: 'date-time' }), 'soon', 'x has to be a time'],
    [schema.integer(), 1.5, 'x has to be a whole number'],
    [schema.integer({ minimum: 1 }), 0, 'x has to be at least 1'],
    [schema.number({ exclusiveMaximum: 1 }), 1, 'x has to be less than 1'],
    [schema.number({ multipleOf: 0.1 }), 0.25, 'x has to be a multiple of 0.1'],
    [schema.boolean(), 'true', 'x has to be true or false'],
    [schema.enum(['a', 'b']), 'c', 'x has to be "a" or "b"'],
    [schema.intOrString(), true, 'x has to be a whole number or a string'],
    [schema.string(), null, 'x cannot be null'],
    [schema.object({ a: schema.string() }), {}, 'x.a is needed'],
    [schema.object({}), { b: 1 }, 'x.b is not known'],
    [schema.object({}), { constructor: 1 }, 'x.constructor is not known'],
    [schema.object({}), [], 'x has to be an object'],
    [schema.record(schema.integer()), { a: 'b' }, 'x.a has to be a whole number'],
    [schema.array(schema.string(), { minItems: 1 }), [], 'x has to have at least 1 items'],
    [schema.array(schema.string()), ['a', 1], 'x[1] has to be a string'],
    [schema.array(schema.string(), { list: 'set' }), ['a', 'a'], 'x[1] is there already'],
    [
      schema.array(schema.object({ n: schema.string(), v: schema.integer() }), { list: { keys: ['n'] } }),
      [
        { n: 'a', v: 1 },
        { n: 'a', v: 2 },
      ],
      'x[1] is there already',
    ],
  ])('refuses %j for %j: %s', (given, value, problem) => {
    expect(problems(given, value)).toEqual([problem])
  })

  it.each<[object, unknown]>([
    [schema.number({ multipleOf: 0.1 }), 0.3],
    [schema.nullable(schema.string()), null],
    [schema.any(), { whatever: [1, null] }],
    [schema.object({ a: schema.string() }, { open: true }), { a: 'b', c: 1 }],
    [schema.object({ a: schema.optional(schema.string()) }), { a: undefined }],
    [schema.intOrString(), '50%'],
    [schema.record(schema.any()), { a: null }],
  ])('allows %j for %j', (given, value) => {
    expect(problems(given, value)).toEqual([])
  })

  it('tells everything that is wrong at once', () => {
    const given = schema.object({ a: schema.string(), b: schema.integer(), c: schema.boolean() })
    expect(problems(given, { a: 1, c: 'x' }).length).toBe(3)
  })
})

describe('withDefaults', () => {
  const given = toStructural(
    schema.object({
      size: schema.integer({ default: 3 }),
      inner: schema.object({ on: schema.boolean({ default: true }) }, { default: {} }),
      free: schema.any({ default: { deep: { n: 1 } } }),
      list: schema.optional(schema.array(schema.object({ port: schema.integer({ default: 80 }) }))),
    }),
  )

  it('fills in what is not said, at every depth, and leaves the rest', () => {
    expect(withDefaults(given, { list: [{}, { port: 1 }] })).toEqual({
      size: 3,
      inner: { on: true },
      free: { deep: { n: 1 } },
      list: [{ port: 80 }, { port: 1 }],
    })
    expect(withDefaults(given, { size: 0, inner: { on: false }, free: null })).toMatchObject({
      size: 0,
      inner: { on: false },
    })
  })

  it('takes null for nothing where null may not be', () => {
    expect(withDefaults(given, { size: null })).toMatchObject({ size: 3 })
  })

  it('changes neither what it is given nor the schema', () => {
    const value = Object.freeze({})
    const filled = withDefaults(given, value) as { free: { deep: { n: number } } }
    filled.free.deep.n = 2
    expect(withDefaults(given, value)).toMatchObject({ free: { deep: { n: 1 } } })
  })
})
