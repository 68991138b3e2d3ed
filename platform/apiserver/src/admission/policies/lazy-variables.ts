import { CelRuntimeError } from '../../cel/cel-error.ts'
import type { CelValue } from '../../cel/cel-value.ts'
import { CelMap } from '../../cel/values/cel-map.ts'
import { quote } from '../../json/quote.ts'
import { type AdmissionExpression, type Evaluated, evaluateExpression } from '../admission-expression.ts'

export interface LazyVariablesOptions {
  /** By name, in their order. */
  readonly expressions: ReadonlyMap<string, AdmissionExpression>
  /** What they may name beside one another. */
  readonly values: Readonly<Record<string, CelValue>>
  /** Hears what each has cost. */
  readonly spent: (cost: number) => void
}

/** The `variables` of a policy: worked out when an expression asks for them, once. */
export class LazyVariables extends CelMap {
  readonly #options: LazyVariablesOptions
  readonly #known = new Map<string, Evaluated>()

  constructor(options: LazyVariablesOptions) {
    super()
    this.#options = options
  }

  override get size(): number {
    return this.#options.expressions.size
  }

  override get(key: CelValue): CelValue | undefined {
    const expression = typeof key === 'string' ? this.#options.expressions.get(key) : undefined
    if (expression === undefined || typeof key !== 'string') return undefined
    const outcome = this.#known.get(key) ?? this.#evaluate(key, expression)
    if (outcome.is === 'value') return outcome.value
    throw new CelRuntimeError(`composited variable ${quote(key)} ${outcome.why}`)
  }

  override keys(): readonly CelValue[] {
    return [...this.#options.expressions.keys()]
  }

  #evaluate(name: string, expression: AdmissionExpression): Evaluated {
    const { values, spent } = this.#options
    const outcome =
      'wrong' in expression
        ? failed(`fails to compile: ${expression.wrong}`)
        : told(evaluateExpression(expression, { ...values, variables: this }))
    this.#known.set(name, outcome)
    spent(outcome.cost)
    return outcome
  }
}

function failed(why: string): Evaluated {
  return { is: 'failed', why, reason: why, cost: 0 }
}

function told(outcome: Evaluated): Evaluated {
  return outcome.is === 'value' ? outcome : { ...outcome, why: `fails to evaluate: ${outcome.reason}` }
}
