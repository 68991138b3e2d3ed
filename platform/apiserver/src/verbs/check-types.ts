import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'

/** A value that no member of its kind can hold. */
export interface TypeMismatch {
  /** Such as `metadata.finalizers`; list indexes are left out, as Go does. */
  readonly field: string
  readonly found: string
  readonly wanted: string
}

/** The first value that the schema's type cannot hold; null and what has no type can be anything. */
export function typeMismatch(
  value: JsonValue | undefined,
  schema: Schema,
  field = '',
): TypeMismatch | undefined {
  const { type } = schema
  if (value === undefined || value === null || type === undefined) return undefined
  if (!fits(value, type)) return { field, found: goTypeOf(value), wanted: goNameOf(schema) }
  if (isList(value)) return firstOf(value.map((item) => [item, schema.items, field]))
  if (!isObject(value)) return undefined
  const { properties = {}, additionalProperties } = schema
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return firstOf(
    Object.entries(value).map(([name, member]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : rest
      // Go names the map, not the key in it.
      const keyed = own === rest && own !== undefined && !Object.hasOwn(properties, name)
      return [member, own, keyed ? field : field === '' ? name : `${field}.${name}`]
    }),
  )
}

function firstOf(
  parts: readonly (readonly [JsonValue | undefined, Schema | undefined, string])[],
): TypeMismatch | undefined {
  for (const [value, schema, field] of parts) {
    const found = schema && typeMismatch(value, schema, field)
    if (found !== undefined) return found
  }
  return undefined
}

/** What Go calls the type, where the schema says enough. */
function goNameOf({ type, format = '' }: Schema): string {
  switch (type) {
    case 'integer':
      return format === '' ? 'int64' : format
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    default:
      return type ?? ''
  }
}

function fits(value: JsonValue, type: NonNullable<Schema['type']>): boolean {
  switch (type) {
    case 'array':
      return isList(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    default:
      return typeof value === type
  }
}

/** What Go calls a value that it has read. */
export function goTypeOf(value: JsonValue): string {
  if (isList(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value === 'bigint' ? 'number' : typeof value
}
