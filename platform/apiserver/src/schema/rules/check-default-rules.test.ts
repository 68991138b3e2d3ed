import { describe, expect, it } from 'vitest'
import type { ValidationRule } from '../schema.ts'
import { checkDefaultRules } from './check-default-rules.ts'

const errorsOf = (rule: ValidationRule, value: number | null = 3) =>
  checkDefaultRules({ type: 'integer', default: value, validations: [rule] }, { path: '$.default' })

describe('checkDefaultRules', () => {
  it('refuses a default that the rules of its schema refuse', () => {
    expect(errorsOf({ rule: 'self > 5' })).toEqual([
      { field: '$.default', type: 'FieldValueInvalid', value: '"integer"', detail: 'failed rule: self > 5' },
    ])
    expect(errorsOf({ rule: 'self > 1' })).toEqual([])
  })

  it('takes the default for a value that stays, and for one that is new', () => {
    expect(errorsOf({ rule: 'self > oldSelf' })).toHaveLength(1)
    expect(errorsOf({ rule: 'self >= oldSelf' })).toEqual([])
    expect(errorsOf({ rule: 'oldSelf.hasValue()', optionalOldSelf: true })).toHaveLength(1)
  })

  it('has nothing to say where there is no default', () => {
    expect(errorsOf({ rule: 'self > 5' }, null)).toEqual([])
  })
})
