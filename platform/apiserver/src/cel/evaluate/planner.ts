import type { CheckedExpression } from '../check/checked-expression.ts'
import type { Expression } from '../parse/expression.ts'
import type { Planned } from './planned.ts'

/** The names that surrounding loops bind, each with its place among a frame's locals, and the next free place. */
export interface Places {
  readonly names: ReadonlyMap<string, number>
  readonly next: number
}

/** Plans nodes under the names that surrounding loops bind. */
export interface Planner {
  readonly checked: CheckedExpression
  readonly places: Places
  readonly plan: (node: Expression, places?: Places) => Planned
}
