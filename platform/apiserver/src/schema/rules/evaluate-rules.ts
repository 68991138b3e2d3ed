import { CelBudget } from '../../cel/cel-budget.ts'
import type { JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { Schema } from '../schema.ts'
import { Correlation } from '../validation/correlation.ts'
import { compileRules } from './compile-rules.ts'
import { Ratchet } from './ratchet.ts'
import { RuleWalk } from './rule-walk.ts'

/** What all rules together may cost for one object. */
const REQUEST_LIMIT = 10_000_000

export interface EvaluateRulesOptions {
  readonly object: JsonValue
  /** What stood there before, on an update. */
  readonly old?: JsonValue
  /** Where the object stands, in errors. Default: it is the whole resource. */
  readonly path?: string
  /** What was found before. Rules are not run on a value that is not what its schema says. Default: nothing. */
  readonly found?: readonly FieldError[]
}

/** What the rules of a schema refuse; a value that is no better than before, and did not change, is only warned about. */
export interface RuleFindings {
  readonly errors: readonly FieldError[]
  readonly warnings: readonly string[]
}

const NONE: RuleFindings = { errors: [], warnings: [] }

/** Runs the x-kubernetes-validations of a resource's schema on an object that was pruned, defaulted and validated. */
export function evaluateRules(schema: Schema, options: EvaluateRulesOptions): RuleFindings {
  const { object, old, path = '', found = [] } = options
  const rules = compileRules(schema)
  if (rules === undefined) return NONE
  if (found.some(({ type }) => BLOCKING.has(type))) return { errors: [UNCHECKED], warnings: [] }
  const walk = new RuleWalk(new CelBudget({ total: REQUEST_LIMIT }))
  const ratchet = old === undefined ? Ratchet.none() : new Ratchet(() => new Correlation(schema, object, old))
  walk.check(rules, { value: object, old, path, ratchet })
  return { errors: walk.errors, warnings: walk.warnings }
}

/** Rules cannot run on what is of another type, not there or too big. */
const BLOCKING: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

const UNCHECKED: FieldError = {
  field: '<nil>',
  type: 'FieldValueInvalid',
  value: 'null',
  detail:
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
}
