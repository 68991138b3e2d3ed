import { DYN } from '../cel/cel-type.ts'
import { type CelValue, celValue } from '../cel/cel-value.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Admitting } from './admission.ts'
import {
  type AdmissionExpression,
  admissionExpression,
  CostAccount,
  evaluateExpression,
  OUT_OF_BUDGET,
} from './admission-expression.ts'
import { requestOf } from './admission-review.ts'
import { admissionVariables, type DeclaredVariables } from './admission-variables.ts'
import type { VersionedAsk } from './versioned-ask.ts'

/** Whether all conditions hold, one does not, or it cannot be told and why. */
export type ConditionsOutcome =
  | { readonly is: 'match' }
  | { readonly is: 'skip' }
  | { readonly is: 'failed'; readonly why: string }

/** What expressions see of `authorizer` and `authorizer.requestResource` for whoever asks; none where nothing is authorized. */
export type AuthorizerValues = (ask: Admitting) => Readonly<Record<string, CelValue>>

export interface MatchConditionsOptions {
  readonly declared: DeclaredVariables
  readonly failurePolicy: JsonValue | undefined
}

const BUDGET = 2_500_000
const MATCH: ConditionsOutcome = { is: 'match' }
const SKIP: ConditionsOutcome = { is: 'skip' }

/** The `matchConditions` of a webhook or a policy, compiled once. */
export class MatchConditions {
  readonly #expressions: readonly AdmissionExpression[]
  readonly #ignore: boolean

  constructor(conditions: JsonValue | undefined, { declared, failurePolicy }: MatchConditionsOptions) {
    const variables = admissionVariables(declared)
    this.#expressions = (isList(conditions) ? conditions.filter(isObject) : []).map(({ expression }) =>
      admissionExpression(typeof expression === 'string' ? expression : '', { returns: ['bool'], variables }),
    )
    this.#ignore = failurePolicy === 'Ignore'
  }

  get isEmpty(): boolean {
    return this.#expressions.length === 0
  }

  /** One that is false decides; failures count only where none is. */
  match(values: Readonly<Record<string, CelValue>>): ConditionsOutcome {
    const account = new CostAccount(BUDGET)
    const failures: string[] = []
    for (const expression of this.#expressions) {
      const outcome = evaluateExpression(expression, values)
      if (!account.spend(outcome.cost)) return this.#failed([OUT_OF_BUDGET])
      if (outcome.is === 'failed') failures.push(outcome.why)
      else if (outcome.value === false) return SKIP
    }
    return failures.length === 0 ? MATCH : this.#failed(failures)
  }

  #failed(failures: readonly string[]): ConditionsOutcome {
    if (this.#ignore) return SKIP
    const distinct = [...new Set(failures)]
    return { is: 'failed', why: distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]` }
  }
}

/** What the expressions of webhooks and policies see of a request. */
export function requestValues(
  asked: VersionedAsk,
  authorizer: AuthorizerValues | undefined,
): Readonly<Record<string, CelValue>> {
  const see = (value: JsonObject | undefined): CelValue => celValue(value ?? null, DYN)
  return {
    object: see(asked.object),
    oldObject: see(asked.oldObject),
    request: see(requestOf(asked)),
    namespaceObject: null,
    ...authorizer?.(asked.ask),
  }
}
