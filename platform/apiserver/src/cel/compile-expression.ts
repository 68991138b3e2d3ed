import type { CelBudget } from './cel-budget.ts'
import { CelCompileError } from './cel-error.ts'
import type { CelType } from './cel-type.ts'
import type { CelValue } from './cel-value.ts'
import { checkExpression } from './check/check-expression.ts'
import type { CheckedExpression } from './check/checked-expression.ts'
import { type CostRange, estimateCost } from './cost/estimate-cost.ts'
import { planExpression } from './evaluate/plan-expression.ts'
import type { Step } from './evaluate/planned.ts'
import { FUNCTIONS } from './library/function-table.ts'
import { parseExpression } from './parse/parse-expression.ts'

/** What an expression may name. Estimates take the type of `self` for the root of the data. */
export interface CelOptions {
  readonly variables: Readonly<Record<string, CelType>>
}

export type { CostRange }

/** An expression that was checked and can run any number of times. */
export interface CelProgram {
  readonly type: CelType
  /** The variables that the expression names. */
  readonly uses: ReadonlySet<string>
  /** Throws CelRuntimeError when there is no value. */
  evaluate(values: Readonly<Record<string, CelValue>>, budget: CelBudget): CelValue
  /** What running it costs at least and at most, judged from the sizes that the types declare. */
  cost(): CostRange
}

/** Parses and checks an expression; throws CelCompileError that says everything wrong with it. */
export function compileExpression(text: string, options: CelOptions): CelProgram {
  const checked = checkExpression(text, parseExpression(text), { ...options, functions: FUNCTIONS })
  const step = planned(checked)
  return {
    type: checked.types.get(checked.root) as CelType,
    uses: checked.uses,
    cost: () => estimateCost(checked, options.variables.self),
    evaluate: (values, budget) => {
      budget.begin()
      try {
        return step({ values, locals: [], budget })
      } finally {
        budget.end()
      }
    },
  }
}

function planned(checked: CheckedExpression): Step {
  try {
    return planExpression(checked)
  } catch (cause) {
    throw new CelCompileError((cause as Error).message, [], checked.types.get(checked.root))
  }
}
