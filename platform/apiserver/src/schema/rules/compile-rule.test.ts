import { describe, expect, it } from 'vitest'
import type { CelType } from '../../cel/cel-type.ts'
import { compileRule } from './compile-rule.ts'

const text: CelType = { kind: 'string', longest: 20 }

describe('compileRule', () => {
  it.each([
    ['self.x', "compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection"],
    ['self', 'cel expression must evaluate to a bool'],
    ["bool('a')", "program instantiation failed: type conversion error from 'string' to 'bool'"],
  ])('says at which stage %s fails', (rule, error) => {
    expect(compileRule({ rule }, text).error?.split('\n')[0]).toBe(error)
  })

  it.each([
    [
      'self.x',
      "messageExpression compilation failed: ERROR: <input>:1:5: type 'string' does not support field selection",
    ],
    ['1', 'messageExpression must evaluate to a string'],
    [
      "string(bool('a'))",
      "messageExpression instantiation failed: type conversion error from 'string' to 'bool'",
    ],
  ])('says at which stage the message %s fails', (messageExpression, error) => {
    expect(compileRule({ rule: 'true', messageExpression }, text).messageError?.split('\n')[0]).toBe(error)
  })

  it('knows rules that look at what stood there before', () => {
    expect(compileRule({ rule: 'self == oldSelf' }, text).usesOld).toBe(true)
    expect(compileRule({ rule: "self == 'oldSelf'" }, text).usesOld).toBe(false)
    expect(compileRule({ rule: 'oldSelf.hasValue()', optionalOldSelf: true }, text).usesOld).toBe(true)
  })

  it('takes an empty rule for none', () => {
    expect(compileRule({ rule: ' ' }, text)).toEqual({ usesOld: false })
  })
})
