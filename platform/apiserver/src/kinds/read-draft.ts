import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { canonicalQuantity } from './canonical-quantity.ts'
import { canonicalTime } from './canonical-time.ts'
import type { Draft } from './defaults/draft.ts'
import { loadTable } from './load-table.ts'
import { type FieldPlan, type TypePlan, typePlan, type ValuePlan } from './type-plan.ts'

const SCHEMA = 'apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
const SCHEMA_OR = /\.JSONSchemaPropsOr\w+$/

/**
 * A copy with what the server's decoder keeps: no nulls, no fields that the type does not have, no empty values where
 * empty and absent are the same; times and quantities in their one form.
 */
export function readDraft(object: JsonObject, plan: TypePlan): Draft {
  const draft: Draft = {}
  for (const field of plan.fields) {
    const given = object[field.name]
    if (given === undefined || given === null) continue
    const value = readValue(given, field.value)
    if (!isEmpty(value) || tellsEmpty(field)) draft[field.name] = value
  }
  return draft
}

/** Whether empty is something else than absent. */
function tellsEmpty({ rule, value: { is }, fallback }: FieldPlan): boolean {
  if (rule === 'o') return false
  if (rule === 'n') return is !== 'list' && is !== 'map'
  return is === 'type' || fallback === undefined || !isEmpty(fallback)
}

function readValue(value: JsonValue, plan: ValuePlan): JsonValue {
  if (plan.is === 'type') return isObject(value) ? readDraft(value, typePlan(plan.place)) : value
  if (plan.is === 'list') return isList(value) ? value.map((item) => readItem(item, plan.of)) : value
  if (plan.is === 'map') return isObject(value) ? readMap(value, plan.of) : value
  if (plan.is === 'quantity') return isQuantity(value) ? canonicalQuantity(`${value}`.trim()) : value
  if (plan.is === 'time') return typeof value === 'string' ? canonicalTime(value) : value
  if (plan.is === 'micro-time') return typeof value === 'string' ? canonicalTime(value, 6) : value
  return plan.is === 'any' && SCHEMA_OR.test(plan.type) ? readSchemas(value) : value
}

/** Where a schema, several, or something simpler may stand, what is a schema is read as one. */
function readSchemas(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(readSchemas)
  return isObject(value) ? readDraft(value, typePlan(loadTable().names.indexOf(SCHEMA))) : value
}

function readMap(map: JsonObject, plan: ValuePlan): Draft {
  const read: Draft = {}
  for (const [key, value] of Object.entries(map)) if (value !== undefined) read[key] = readItem(value, plan)
  return read
}

/** In lists and maps null is the empty value of what they hold. */
function readItem(value: JsonValue, plan: ValuePlan): JsonValue {
  if (value !== null) return readValue(value, plan)
  if (plan.is === 'type') return {}
  if (plan.is === 'string' || plan.is === 'bytes') return ''
  if (plan.is === 'quantity') return '0'
  return plan.is === 'integer' || plan.is === 'number' ? 0 : null
}

function isQuantity(value: JsonValue): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

function isEmpty(value: JsonValue): boolean {
  if (value === '' || value === 0 || value === false) return true
  if (isList(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}
