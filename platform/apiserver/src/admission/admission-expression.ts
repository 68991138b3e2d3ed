import { messageOf } from '@reeve/ground'
import { CelBudget } from '../cel/cel-budget.ts'
import { CelCompileError } from '../cel/cel-error.ts'
import type { CelType } from '../cel/cel-type.ts'
import type { CelValue } from '../cel/cel-value.ts'
import { type CelProgram, compileExpression } from '../cel/compile-expression.ts'
import { declaredTypeText } from './declared-type-text.ts'

/** What an expression may evaluate to: any of these kinds, or anything. */
export type Returns = readonly ('bool' | 'string' | 'null')[] | 'anything'

/** An expression that can run, or why it cannot. */
export type AdmissionExpression =
  | { readonly text: string; readonly program: CelProgram }
  | { readonly text: string; readonly wrong: string }

/** How an expression ended; `cost` is what running it took, `why` the reason with the expression. */
export type Evaluated =
  | { readonly is: 'value'; readonly value: CelValue; readonly cost: number }
  | { readonly is: 'failed'; readonly why: string; readonly reason: string; readonly cost: number }

export interface AdmissionExpressionOptions {
  readonly returns: Returns
  /** What it may name. */
  readonly variables: Readonly<Record<string, CelType>>
}

/** Compiles an expression of a webhook or a policy against what it may name. */
export function admissionExpression(
  text: string,
  { returns, variables }: AdmissionExpressionOptions,
): AdmissionExpression {
  try {
    const program = compileExpression(text, { variables })
    const wrong = returnError(program.type, returns)
    return wrong === undefined ? { text, program } : { text, wrong }
  } catch (cause) {
    if (!(cause instanceof CelCompileError)) throw cause
    return { text, wrong: `compilation failed: ${cause.message}` }
  }
}

const NAMES = { bool: 'bool', string: 'string', null: 'null_type' } as const

function returnError(type: CelType, returns: Returns): string | undefined {
  if (returns === 'anything' || returns.some((kind) => kind === type.kind)) return undefined
  const names = returns.map((kind) => NAMES[kind])
  const wanted = names.length === 1 ? names[0] : `one of [${names.join(' ')}]`
  return `must evaluate to ${wanted} but got ${declaredTypeText(type)}`
}

/** Runs an expression. What goes wrong is told, not thrown. */
export function evaluateExpression(
  expression: AdmissionExpression,
  values: Readonly<Record<string, CelValue>>,
): Evaluated {
  if ('wrong' in expression) {
    return { is: 'failed', why: `compilation error: ${expression.wrong}`, reason: expression.wrong, cost: 0 }
  }
  const budget = new CelBudget()
  try {
    const value = expression.program.evaluate(values, budget)
    return { is: 'value', value, cost: budget.used }
  } catch (error) {
    const reason = messageOf(error)
    const why = `expression '${expression.text}' resulted in error: ${reason}`
    return { is: 'failed', why, reason, cost: budget.used }
  }
}

/** What a policy or a webhook may spend on one request; spending is refused once it is gone. */
export class CostAccount {
  #left: number

  constructor(total: number) {
    this.#left = total
  }

  /** Whether there was enough. */
  spend(cost: number): boolean {
    this.#left -= cost
    return this.#left >= 0
  }
}

export const OUT_OF_BUDGET =
  'validation failed due to running out of cost budget, no further validation rules will be run'
