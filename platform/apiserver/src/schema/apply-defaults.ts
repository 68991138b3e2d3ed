import { isList, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from './schema.ts'

/**
 * Fills in what is missing, as Kubernetes does: also where null stands and may not; such a null goes where there is no
 * default. Never makes a parent only to default below it. Shares what stays the same, and never mutates.
 */
export function applyDefaults(value: JsonValue, schema: Schema): JsonValue {
  return fill(value, schema, { dropNulls: true })
}

/** The same, but nulls that may not be stay: what an apply or an admission webhook left is not mended in silence. */
export function fillDefaults(value: JsonValue, schema: Schema): JsonValue {
  return fill(value, schema, { dropNulls: false })
}

interface Manner {
  /** Nulls that may not be are dropped from what the client sent, not from what a default brought. */
  readonly dropNulls: boolean
}

const AS_DEFAULT: Manner = { dropNulls: false }

function fill(value: JsonValue, schema: Schema | undefined, manner: Manner): JsonValue {
  if (schema === undefined || typeof value !== 'object' || value === null) return value
  return isList(value) ? fillList(value, schema, manner) : fillObject(value as JsonObject, schema, manner)
}

function fillList(list: readonly JsonValue[], { items }: Schema, manner: Manner): JsonValue {
  if (items === undefined) return list
  let copy: JsonValue[] | undefined
  for (const [at, item] of list.entries()) {
    const filled = isNullToFill(item, items) ? defaultOf(items) : fill(item, items, manner)
    if (filled === item || filled === undefined) continue
    copy ??= [...list]
    copy[at] = filled
  }
  return copy ?? list
}

function fillObject(object: JsonObject, schema: Schema, manner: Manner): JsonObject {
  const { properties, additionalProperties } = schema
  let copy: Record<string, JsonValue | undefined> | undefined
  for (const key of Object.keys(object)) {
    const field = object[key]
    if (field === undefined || (field !== null && typeof field !== 'object')) continue
    const known =
      properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : additionalProperties
    if (known === undefined || typeof known === 'boolean') continue
    const filled = isNullToFill(field, known) ? defaultOf(known) : fill(field, known, manner)
    if (filled === field || (filled === undefined && !manner.dropNulls)) continue
    copy ??= { ...object }
    if (filled === undefined) delete copy[key]
    else copy[key] = filled
  }
  for (const name of defaultedProperties(schema)) {
    if (Object.hasOwn(object, name) && object[name] !== undefined) continue
    copy ??= { ...object }
    copy[name] = defaultOf(properties?.[name] ?? {})
  }
  return copy ?? object
}

function isNullToFill(value: JsonValue, schema: Schema): boolean {
  return value === null && !schema.nullable
}

const filledDefaults = new WeakMap<Schema, { readonly value: JsonValue | undefined }>()

/** The default of a schema, with the defaults below it filled in; found once. */
function defaultOf(schema: Schema): JsonValue | undefined {
  let known = filledDefaults.get(schema)
  if (known === undefined) {
    const bare = schema.default ?? undefined
    known = { value: bare === undefined ? undefined : fill(bare, schema, AS_DEFAULT) }
    filledDefaults.set(schema, known)
  }
  return known.value
}

const defaulted = new WeakMap<Schema, readonly string[]>()

function defaultedProperties(schema: Schema): readonly string[] {
  if (schema.properties === undefined) return []
  let names = defaulted.get(schema)
  if (names === undefined) {
    names = Object.entries(schema.properties).flatMap(([name, property]) =>
      property.default === undefined || property.default === null ? [] : [name],
    )
    defaulted.set(schema, names)
  }
  return names
}
