import type { CelValue } from '../../cel/cel-value.ts'
import {
  type AdmissionExpression,
  CostAccount,
  type Evaluated,
  evaluateExpression,
  OUT_OF_BUDGET,
} from '../admission-expression.ts'
import type { CompiledPolicy, CompiledValidation } from './compiled-policy.ts'
import { LazyVariables } from './lazy-variables.ts'

/** What one validation of a policy says against a request. */
export interface Objection {
  /** Its place among the validations. */
  readonly index: number
  readonly message: string
  /** A Status reason; '' for the usual one. */
  readonly reason: string
}

export interface PolicyOutcome {
  readonly objections: readonly Objection[]
  /** What the policy wants noted beside the request. */
  readonly annotations: readonly { readonly key: string; readonly value: string }[]
  /** Why notes could not be made, which refuses the request. */
  readonly failures: readonly string[]
}

const BUDGET = 10_000_000
const LONGEST_MESSAGE = 5 * 1024
const NOTHING: PolicyOutcome = { objections: [], annotations: [], failures: [] }

/** Holds a request, as the values that expressions see, against a policy. */
export function evaluatePolicy(
  policy: CompiledPolicy,
  values: Readonly<Record<string, CelValue>>,
): PolicyOutcome {
  const met = policy.conditions.match(values)
  if (met.is === 'skip') return NOTHING
  if (met.is === 'failed') return failedAs(policy, met.why)
  const account = new CostAccount(BUDGET)
  const decided = runAll(
    policy,
    policy.validations.map(({ expression }) => expression),
    { values, account },
  )
  if (decided === undefined) return failedAs(policy, OUT_OF_BUDGET)
  const { authorizer: _, 'authorizer.requestResource': __, ...telling } = values
  const said = runAll(
    policy,
    policy.validations.map(({ messageExpression }) => messageExpression),
    {
      values: telling,
      account,
    },
  )
  const objections = policy.validations.flatMap((validation, index) => {
    const objection = objectionOf(policy, validation, {
      outcome: decided[index],
      told: said && { by: said[index] },
    })
    return objection === undefined ? [] : [{ index, ...objection }]
  })
  return { objections, ...annotationsOf(policy, values) }
}

interface RunOptions {
  readonly values: Readonly<Record<string, CelValue>>
  readonly account: CostAccount
}

/** The outcomes of several expressions that share their variables; undefined if they cost too much. */
function runAll(
  { variables }: CompiledPolicy,
  expressions: readonly (AdmissionExpression | undefined)[],
  { values, account }: RunOptions,
): readonly (Evaluated | undefined)[] | undefined {
  let spent = 0
  const heard = (cost: number): void => {
    spent += cost
  }
  const lazy = new LazyVariables({ expressions: variables, values, spent: heard })
  const outcomes: (Evaluated | undefined)[] = []
  for (const expression of expressions) {
    spent = 0
    const outcome = expression && evaluateExpression(expression, { ...values, variables: lazy })
    if (!account.spend(spent + (outcome?.cost ?? 0))) return undefined
    outcomes.push(outcome)
  }
  return outcomes
}

function failedAs({ ignoresFailure }: CompiledPolicy, message: string): PolicyOutcome {
  return ignoresFailure ? NOTHING : { ...NOTHING, objections: [{ index: 0, message, reason: '' }] }
}

interface Decided {
  readonly outcome: Evaluated | undefined
  /** Undefined if working out messages cost too much. */
  readonly told: { readonly by: Evaluated | undefined } | undefined
}

function objectionOf(
  { ignoresFailure }: CompiledPolicy,
  validation: CompiledValidation,
  { outcome, told }: Decided,
): Omit<Objection, 'index'> | undefined {
  const failed = (message: string) => (ignoresFailure ? undefined : { message, reason: '' })
  if (outcome?.is === 'failed') return failed(outcome.why)
  if (told === undefined) return failed(`failed messageExpression: ${OUT_OF_BUDGET}`)
  if (outcome?.value === true) return undefined
  const fallback = validation.message || `failed expression: ${validation.expression.text.trim()}`
  return { message: messageIn(told.by) || fallback, reason: validation.reason || 'Invalid' }
}

/** What a messageExpression says, if it is fit to be told. */
function messageIn(outcome: Evaluated | undefined): string {
  if (outcome?.is !== 'value' || typeof outcome.value !== 'string') return ''
  const message = outcome.value.trim()
  return Buffer.byteLength(message) > LONGEST_MESSAGE || message.includes('\n') ? '' : message
}

function annotationsOf(
  policy: CompiledPolicy,
  values: Readonly<Record<string, CelValue>>,
): Pick<PolicyOutcome, 'annotations' | 'failures'> {
  const expressions = policy.annotations.map(({ expression }) => expression)
  const outcomes = runAll(policy, expressions, { values, account: new CostAccount(BUDGET) })
  if (outcomes === undefined)
    return { annotations: [], failures: policy.ignoresFailure ? [] : [OUT_OF_BUDGET] }
  const failures = outcomes.flatMap((outcome) =>
    outcome?.is === 'failed' && !policy.ignoresFailure ? [outcome.why] : [],
  )
  const annotations = policy.annotations.flatMap(({ key }, at) => {
    const outcome = outcomes[at]
    const value = outcome?.is === 'value' && typeof outcome.value === 'string' ? outcome.value.trim() : ''
    return value === '' ? [] : [{ key, value }]
  })
  return { annotations, failures }
}
