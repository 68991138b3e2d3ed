import { describe, expect, it } from 'vitest'
import { CelBudget } from './cel-budget.ts'
import { CelRuntimeError } from './cel-error.ts'
import { celValue } from './cel-value.ts'
import { compileExpression } from './compile-expression.ts'

const LIST = { kind: 'list', of: { kind: 'int' } } as const
const program = compileExpression('self.all(x, x >= 0)', { variables: { self: LIST } })
const values = {
  self: celValue(
    Array.from({ length: 100 }, (_, at) => at),
    LIST,
  ),
}

function failure(run: () => unknown): unknown {
  try {
    return run()
  } catch (cause) {
    return cause
  }
}

describe('CelBudget', () => {
  it('counts each call by itself and takes it from the total', () => {
    const budget = new CelBudget({ total: 2000 })
    program.evaluate(values, budget)
    const once = budget.used
    program.evaluate(values, budget)
    expect(budget.used).toBe(once)
    expect(budget.left).toBe(2000 - 2 * once)
  })

  it('stops a call that costs more than a call may', () => {
    const stopped = failure(() => program.evaluate(values, new CelBudget({ perCall: 50 })))
    expect(stopped).toBeInstanceOf(CelRuntimeError)
    expect(stopped).toMatchObject({
      kind: 'cost',
      message: 'operation cancelled: actual cost limit exceeded',
    })
  })

  it('lets no || make good what went over the budget', () => {
    const guarded = compileExpression('self.all(x, x >= 0) || true', { variables: { self: LIST } })
    expect(failure(() => guarded.evaluate(values, new CelBudget({ perCall: 50 })))).toMatchObject({
      kind: 'cost',
    })
  })

  it('goes below zero when the latest call went over the total', () => {
    const budget = new CelBudget({ total: 10 })
    program.evaluate(values, budget)
    expect(budget.left).toBeLessThan(0)
  })
})
