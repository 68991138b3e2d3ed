import { CelBudget } from '../../cel/cel-budget.ts'
import type { JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { Schema } from '../schema.ts'
import { compileRules, type RuleNode } from './compile-rules.ts'
import { Ratchet } from './ratchet.ts'
import { RuleWalk } from './rule-walk.ts'

/**
 * What the rules of a schema refuse in its own default, which its other limits allow: as a value that stays, and as one
 * that is new. `path` is that of the default. Budgets of several defaults are not added up.
 */
export function checkDefaultRules(
  schema: Schema,
  options: { readonly path: string; readonly isResource?: boolean },
): readonly FieldError[] {
  const { path, isResource = schema.embeddedResource === true } = options
  const value = schema.default ?? null
  const rules = value === null ? undefined : compileRules(schema, isResource)
  if (rules === undefined) return []
  const staying = run(rules, { value, old: value, path })
  return staying.length > 0 ? staying : run(rules, { value, old: undefined, path })
}

function run(
  rules: RuleNode,
  spot: { readonly value: JsonValue; readonly old: JsonValue | undefined; readonly path: string },
): readonly FieldError[] {
  const walk = new RuleWalk(new CelBudget({ total: 10_000_000 }))
  walk.check(rules, { ...spot, ratchet: Ratchet.none() })
  return walk.errors
}
