import { describe, expect, it } from 'vitest'
import type { Schema } from '../schema.ts'
import { compileRules } from './compile-rules.ts'
import { evaluateRules } from './evaluate-rules.ts'

const schema: Schema = {
  type: 'object',
  properties: {
    good: { type: 'integer', validations: [{ rule: 'self > 1' }] },
    broken: { type: 'integer', validations: [{ rule: 'self >' }] },
    plain: { type: 'object', properties: { a: { type: 'string' } } },
  },
}

describe('compileRules', () => {
  it('keeps what it made as long as the schema is there', () => {
    expect(compileRules(schema)).toBe(compileRules(schema))
    expect(compileRules({ ...schema })).not.toBe(compileRules(schema))
  })

  it('has nothing for parts without rules', () => {
    expect([...(compileRules(schema)?.fields.keys() ?? [])]).toEqual(['good', 'broken'])
    expect(compileRules({ type: 'object' })).toBeUndefined()
  })

  it('compiles a rule when the first value comes that it is for', () => {
    expect(evaluateRules(schema, { object: { good: 2 } }).errors).toEqual([])
    expect(evaluateRules(schema, { object: { broken: 2 } }).errors[0]?.detail).toMatch(
      /^rule compile error: compilation failed: ERROR: <input>:1:7: Syntax error/,
    )
  })
})
