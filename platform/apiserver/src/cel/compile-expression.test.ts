import { describe, expect, it } from 'vitest'
import { CelBudget } from './cel-budget.ts'
import { CelCompileError } from './cel-error.ts'
import { BOOL, type CelType, DYN, INT, STRING } from './cel-type.ts'
import { celValue } from './cel-value.ts'
import { compileExpression } from './compile-expression.ts'

const SELF: CelType = {
  kind: 'object',
  name: 'self',
  fields: { a: INT, list: { kind: 'list', of: { kind: 'string', longest: 40 }, most: 10 } },
}
const variables = { self: SELF, oldSelf: SELF, any: DYN, 'spaced.name': STRING }

function refused(text: string): CelCompileError {
  try {
    compileExpression(text, { variables })
  } catch (cause) {
    if (cause instanceof CelCompileError) return cause
  }
  throw new Error(`cannot refuse ${text}: it was accepted`)
}

describe('compileExpression', () => {
  it('says what an expression evaluates to and which variables it names', () => {
    const program = compileExpression('self.list.all(x, x != spaced.name) && self.a > 1', { variables })
    expect(program.type).toEqual(BOOL)
    expect([...program.uses].sort()).toEqual(['self', 'spaced.name'])
  })

  it('takes a name that a loop binds for the loop, not for a variable', () => {
    expect([...compileExpression('[1].all(oldSelf, oldSelf > 0)', { variables }).uses]).toEqual([])
  })

  it('tells every problem with its line and column', () => {
    const { issues, message, stage } = refused('self.b ||\n  self.c')
    expect(issues).toEqual([
      { line: 1, column: 4, message: "undefined field 'b'" },
      { line: 2, column: 6, message: "undefined field 'c'" },
    ])
    expect(message).toBe(
      [
        "ERROR: <input>:1:5: undefined field 'b'",
        ' | self.b ||',
        ' | ....^',
        "ERROR: <input>:2:7: undefined field 'c'",
        ' |   self.c',
        ' | ......^',
      ].join('\n'),
    )
    expect(stage).toBe('check')
  })

  it('tells apart what is well-formed but can never work', () => {
    expect(refused("int('x') > 1")).toMatchObject({
      stage: 'program',
      issues: [],
      message: "type conversion error from 'string' to 'int'",
    })
    expect(refused("'a'.find('[') == ''")).toMatchObject({ stage: 'program', type: BOOL })
    expect(refused('self.b').type).toBeUndefined()
  })

  it('gives up on expressions that nest too deep, instead of running out of stack', () => {
    expect(refused(`${'('.repeat(300)}1${')'.repeat(300)}`).message).toBe(
      'ERROR: <input>:-1:0: expression recursion limit exceeded: 250',
    )
    for (const text of [
      `1${' + 1'.repeat(20_000)}`,
      `self${'.a'.repeat(20_000)}`,
      `any${'.b()'.repeat(20_000)}`,
    ]) {
      expect(refused(text).message).toBe('ERROR: <input>:-1:0: max recursion depth exceeded')
    }
    expect(compileExpression(`true${' && true'.repeat(5_000)}`, { variables }).type).toEqual(BOOL)
  })

  it('estimates from the sizes that types declare', () => {
    const cost = (text: string) => compileExpression(text, { variables }).cost()
    expect(cost("self.list.all(x, x.contains('ab'))")).toEqual({ min: 3, max: 83 })
    expect(cost('self.a > 1')).toEqual({ min: 3, max: 3 })
  })

  it('runs any number of times on different values', () => {
    const program = compileExpression('self.a * 2', { variables })
    const answers = [1, 2, 3].map((a) => program.evaluate({ self: celValue({ a }, SELF) }, new CelBudget()))
    expect(answers).toEqual([2n, 4n, 6n])
  })

  it('fails when a variable that it names was not given', () => {
    expect(() => compileExpression('any.x', { variables }).evaluate({}, new CelBudget())).toThrow(
      'no such attribute(s): any',
    )
  })
})
