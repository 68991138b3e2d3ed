import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile-schema.ts'

describe('compileSchema', () => {
  it('compiles each pattern once, with what it is given', () => {
    const seen: string[] = []
    const compiled = compileSchema(
      { type: 'string', pattern: 'a', anyOf: [{ pattern: 'b' }] },
      {
        compilePattern(pattern) {
          seen.push(pattern)
          return { test: (text) => text === pattern }
        },
      },
    )
    compiled.validate('a')
    compiled.validate('b')
    expect(seen).toEqual(['a', 'b'])
  })

  it('says that a pattern is invalid to whom it matters, not when compiling', () => {
    const compilePattern = () => {
      throw new Error('no such thing')
    }
    expect(
      compileSchema({ type: 'string', pattern: '(' }, { compilePattern }).validate('a', { at: 'spec.x' }),
    ).toEqual([
      {
        field: 'spec.x',
        type: 'FieldValueInvalid',
        value: '"a"',
        detail: " in body should match '(, but pattern is invalid: no such thing'",
      },
    ])
  })

  it('prunes and defaults as the functions of these names do', () => {
    const compiled = compileSchema({ type: 'object', properties: { a: { type: 'integer', default: 1 } } })
    expect(compiled.prune({ b: 1 })).toEqual({ value: {}, unknown: ['b'] })
    expect(compiled.applyDefaults({})).toEqual({ a: 1 })
  })
})
