import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { typePlaceFor } from '../kind-table.ts'
import { readDraft } from '../read-draft.ts'
import { type FieldPlan, typePlan, type ValuePlan } from '../type-plan.ts'
import { clusterDefaults } from './cluster-defaults.ts'
import { coreDefaults } from './core-defaults.ts'
import { DISABLED_FIELDS } from './disabled-fields.ts'
import type { Defaulters, Draft } from './draft.ts'
import { podDefaults } from './pod-defaults.ts'
import { policyDefaults } from './policy-defaults.ts'
import { workloadDefaults } from './workload-defaults.ts'

const DEFAULTERS: Defaulters = {
  ...coreDefaults,
  ...podDefaults,
  ...workloadDefaults,
  ...policyDefaults,
  ...clusterDefaults,
}

export interface KindName {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/**
 * A built-in object as the real server reads, completes and writes it: empty optional values go, defaults come, and
 * what its encoder always writes is there. Doing it twice changes nothing. Objects of other kinds come back as given.
 */
export function withDefaults(object: JsonObject, { group, version, kind }: KindName): JsonObject {
  const place = typePlaceFor(group, version, kind)
  if (place === undefined) return object
  const draft = readDraft(object, typePlan(place))
  complete(draft, place, DEFAULTERS)
  return draft
}

/** Structs first, then what the type fills in, then what lies below, then what is always written. */
function complete(draft: Draft, place: number, defaulters: Defaulters): void {
  const { name, fields } = typePlan(place)
  for (const field of DISABLED_FIELDS[name] ?? []) delete draft[field]
  for (const field of fields) if (isStruct(field)) draft[field.name] ??= {}
  defaulters[name]?.(draft)
  for (const field of fields) {
    const value = draft[field.name]
    if (value === undefined) draft[field.name] = absentValue(field)
    else completeValue(value, field.value, defaulters)
    if (draft[field.name] === undefined) delete draft[field.name]
  }
}

function completeValue(value: JsonValue, plan: ValuePlan, defaulters: Defaulters): void {
  if (plan.is === 'type' && isObject(value)) complete(value as Draft, plan.place, defaulters)
  else if (plan.is === 'list' && isList(value))
    for (const item of value) completeValue(item, plan.of, defaulters)
  else if (plan.is === 'map' && isObject(value))
    for (const item of Object.values(value)) if (item !== undefined) completeValue(item, plan.of, defaulters)
}

/** Go writes a struct that is not behind a pointer even when there is nothing in it. */
function isStruct({ value, fallback }: FieldPlan): boolean {
  return value.is === 'type' && isObject(fallback)
}

function absentValue({ rule, fallback }: FieldPlan): JsonValue | undefined {
  if (fallback !== undefined) return rule === 'o' && !fallback ? undefined : fallback
  if (rule === 'n') return null
  if (rule === 'q') return '0'
  return rule === 'i' ? 0 : undefined
}

/** What a kind's own codec writes of an object in which nothing is set: members that are never left away. */
export function emptyOf({ group, version, kind }: KindName): JsonObject {
  const draft: Draft = {}
  const place = typePlaceFor(group, version, kind)
  if (place !== undefined) complete(draft, place, {})
  return draft
}
