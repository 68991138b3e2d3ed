import type { CelBudget } from '../cel-budget.ts'
import type { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'

/** What one evaluation works on. */
export interface Frame {
  readonly values: Readonly<Record<string, CelValue>>
  /** The names that loops bind; a loop's result may be an error that a later item makes good. */
  readonly locals: (CelValue | CelRuntimeError)[]
  readonly budget: CelBudget
}

/** Computes a node's value; throws CelRuntimeError when there is none. */
export type Step = (frame: Frame) => CelValue

/** A node made ready to run. */
export interface Planned {
  readonly run: Step
  /** The value of a node that is the same every time. */
  readonly constant?: { readonly value: CelValue }
  /** For names and what is reached through them: the value without the cost that looking it up has by itself. */
  readonly look?: Step
  /** A choice between two values: reaching further through it costs nothing by itself. */
  readonly choice?: boolean
}

/** A node whose value is known beforehand; it costs nothing. */
export function constant(value: CelValue): Planned {
  return { run: () => value, constant: { value } }
}
