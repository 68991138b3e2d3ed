import type { CelType } from '../cel-type.ts'
import type { Overload } from '../library/overload.ts'
import type { Expression } from '../parse/expression.ts'
import type { CelTypeValue } from '../values/cel-type-value.ts'

/** What a name stands for: a variable, a loop's own name, or a type. */
export type Reference =
  | { readonly kind: 'variable' | 'local'; readonly name: string }
  | { readonly kind: 'type'; readonly value: CelTypeValue }

/** A call once its function is known. Namespaced functions (`optional.of`) have no receiver any more. */
export interface ResolvedCall {
  readonly name: string
  readonly target: Expression | undefined
  readonly overloads: readonly Overload[]
}

/** An expression with everything that checking found out about its nodes. */
export interface CheckedExpression {
  readonly root: Expression
  readonly types: ReadonlyMap<Expression, CelType>
  readonly references: ReadonlyMap<Expression, Reference>
  readonly calls: ReadonlyMap<Expression, ResolvedCall>
  readonly uses: ReadonlySet<string>
}
