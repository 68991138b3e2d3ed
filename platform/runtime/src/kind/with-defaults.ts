import { isJsonObject } from '../json/json-value.ts'
import type { StructuralSchema } from './structural-schema.ts'

/** The value with defaults filled in where nothing is said, as the server does. What is given is left alone. */
export function withDefaults(schema: StructuralSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema
    return items === undefined ? value : value.map((item) => withDefaults(items, item))
  }
  if (!isJsonObject(value)) return value
  const result: Record<string, unknown> = { ...value }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const given = result[name]
    // A null where none may be is taken for nothing said.
    const absent = given === undefined || (given === null && property.nullable !== true)
    const filled = absent && property.default !== undefined ? structuredClone(property.default) : given
    if (filled !== undefined) result[name] = withDefaults(property, filled)
  }
  const others = schema.additionalProperties
  if (others !== undefined && others !== true) {
    for (const name of Object.keys(result)) result[name] = withDefaults(others, result[name])
  }
  return result
}
