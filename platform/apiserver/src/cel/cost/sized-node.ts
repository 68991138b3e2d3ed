import type { CelType } from '../cel-type.ts'
import type { Expression } from '../parse/expression.ts'
import type { CostRange } from './cost-range.ts'

/** A node as estimates see it: its type, and its size as far as it is known. */
export interface SizedNode {
  readonly type: CelType
  readonly path: readonly string[]
  readonly size: CostRange | undefined
  readonly node?: Expression
}

/** What a call costs, and how big its result is when that is known. */
export interface CallEstimate {
  readonly cost: CostRange
  readonly size?: CostRange
}

/** A call as estimates see it. */
export interface EstimatedCall {
  readonly name: string
  readonly overload: string
  readonly target: SizedNode | undefined
  readonly args: readonly SizedNode[]
}

/** How big the data at a path of the root's type can be; undefined when the type does not say. */
export type SizeOfPath = (path: readonly string[]) => CostRange | undefined
