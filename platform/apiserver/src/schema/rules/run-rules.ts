import type { CelBudget } from '../../cel/cel-budget.ts'
import { CelRuntimeError } from '../../cel/cel-error.ts'
import { type CelValue, celValue } from '../../cel/cel-value.ts'
import type { CelProgram } from '../../cel/compile-expression.ts'
import { CelOptional } from '../../cel/values/cel-optional.ts'
import type { FieldError } from '../../status/field-error.ts'
import { quoted } from '../go-text.ts'
import type { ValidationRule } from '../schema.ts'
import type { ReadyRule, RuleNode } from './compile-rules.ts'
import type { Spot } from './spot.ts'

/** What one rule says of a value. */
export interface RuleFinding {
  readonly error: FieldError
  /** Whether a value that did not change may stay as it is. */
  readonly isForgivable: boolean
  /** Whether no rule may run after this one: the budget is spent. */
  readonly isOver: boolean
}

type Variables = Readonly<Record<string, CelValue>>
type Ran = { readonly value: CelValue } | { readonly failed: CelRuntimeError }

const SPENT = 'validation failed due to running out of cost budget, no further validation rules will be run'
const LONGEST_MESSAGE = 5 * 1024

/** Runs the rules of one schema on one value, in their order. */
export function* runRules(node: RuleNode, spot: Spot, budget: CelBudget): Generator<RuleFinding> {
  if (budget.left <= 0) return yield wrong(node, spot, { detail: SPENT, isOver: true })
  const plain = (): Variables => variablesOf(node, spot)
  for (const ready of node.rules) {
    const { program, error, usesOld, rule } = ready
    if (error !== undefined) yield wrong(node, spot, { detail: `rule compile error: ${error}` })
    const hasOld = (spot.old ?? null) !== null
    if (program === undefined || (usesOld && !hasOld && !rule.optionalOldSelf)) continue
    const variables = rule.optionalOldSelf ? () => withOptionalOld(plain()) : plain
    const ran = run(program, variables, budget)
    if (budget.left < 0) return yield wrong(node, spot, { detail: SPENT, isOver: true })
    if ('failed' in ran) yield failure(node, spot, { rule, failed: ran.failed })
    else if (ran.value !== true) yield refusal(node, spot, { ready, ...messageOf(ready, plain, budget) })
  }
}

/** What stood there before is there only if a rule of the schema looks at it, for messages too. */
function variablesOf({ type, usesOld }: RuleNode, { value, old }: Spot): Variables {
  const self = celValue(value, type)
  if (!usesOld || old === undefined || old === null) return { self }
  return { self, oldSelf: celValue(old, type) }
}

function withOptionalOld({ oldSelf, ...variables }: Variables): Variables {
  return { ...variables, oldSelf: oldSelf === undefined ? CelOptional.none : new CelOptional(oldSelf) }
}

/** A value that cannot be seen by its type fails like an expression that has none. */
function run(program: CelProgram, variables: () => Variables, budget: CelBudget): Ran {
  try {
    return { value: program.evaluate(variables(), budget) }
  } catch (cause) {
    if (cause instanceof CelRuntimeError) return { failed: cause }
    throw cause
  }
}

function failure(
  node: RuleNode,
  spot: Spot,
  { rule, failed }: { readonly rule: ValidationRule; readonly failed: CelRuntimeError },
): RuleFinding {
  const { message: why } = failed
  const name = nameOf(rule)
  if (failed.kind === 'cost') {
    const detail = `'${why}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`
    return wrong(node, spot, { detail, isOver: true })
  }
  if (!why.startsWith('no such overload')) {
    return wrong(node, spot, { detail: `${why} evaluating rule: ${name}` })
  }
  const what = 'call arguments did not match a supported operator, function or macro signature'
  return wrong(node, spot, { detail: `'${why}': ${what} for rule: ${name}` })
}

interface Message {
  readonly text: string
  /** The message itself cost too much: no rule may run after it. */
  readonly isOver: boolean
}

/** The message of a rule that failed; one that cannot be made is replaced by the one that needs no making. */
function messageOf(
  { message: program, rule }: ReadyRule,
  variables: () => Variables,
  budget: CelBudget,
): Message {
  const fallback: Message = {
    text: rule.message ? nameOf(rule) : `failed rule: ${nameOf(rule)}`,
    isOver: false,
  }
  if (program === undefined) return fallback
  const ran = run(program, variables, budget)
  if (budget.left < 0) {
    const text =
      'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'
    return { text, isOver: true }
  }
  if ('failed' in ran) return ran.failed.kind === 'cost' ? tooDear(rule) : fallback
  const text = typeof ran.value === 'string' ? ran.value.trim() : ''
  const isUsable = text !== '' && Buffer.byteLength(text) <= LONGEST_MESSAGE && !text.includes('\n')
  return isUsable ? { text, isOver: false } : fallback
}

function tooDear({ messageExpression = '' }: ValidationRule): Message {
  const what = 'no further validation rules will be run due to call cost exceeds limit for messageExpression'
  return { text: `${what}: ${quoted(messageExpression)}`, isOver: true }
}

function refusal(
  { schema }: RuleNode,
  { path }: Spot,
  { ready, text, isOver }: Message & { readonly ready: ReadyRule },
): RuleFinding {
  const { fieldPath, usesOld, rule } = ready
  const place = [path, fieldPath].filter((part) => part !== '').join('.')
  const error = errorOf(
    { field: place || '<nil>', value: quoted(schema.type ?? ''), detail: text },
    isOver ? undefined : rule.reason,
  )
  return { error, isForgivable: !usesOld, isOver }
}

function errorOf(
  { field, value, detail }: { readonly field: string; readonly value: string; readonly detail: string },
  reason: string | undefined,
): FieldError {
  switch (reason) {
    case 'FieldValueForbidden':
    case 'FieldValueRequired':
      return { field, type: reason, detail }
    case 'FieldValueDuplicate':
      return { field, type: reason, value, detail: '' }
    default:
      return { field, type: 'FieldValueInvalid', value, detail }
  }
}

/** A rule that could not be run to its end; nothing about that is forgiven. */
function wrong(
  { schema }: RuleNode,
  { path }: Spot,
  { detail, isOver = false }: { readonly detail: string; readonly isOver?: boolean },
): RuleFinding {
  const error: FieldError = {
    field: path || '<nil>',
    type: 'FieldValueInvalid',
    value: quoted(schema.type ?? ''),
    detail,
  }
  return { error, isForgivable: false, isOver }
}

/** How errors name a rule: by its message, else by its text. */
function nameOf({ rule, message }: ValidationRule): string {
  return (message || rule).trim()
}
