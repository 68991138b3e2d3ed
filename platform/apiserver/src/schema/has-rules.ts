import type { Schema } from './schema.ts'

const known = new WeakMap<Schema, boolean>()

/** Whether there are rules in CEL anywhere in a schema; found once. */
export function hasRules(schema: Schema): boolean {
  const found = known.get(schema) ?? looked(schema)
  known.set(schema, found)
  return found
}

function looked({ validations = [], items, additionalProperties, properties = {} }: Schema): boolean {
  const parts = [items, additionalProperties, ...Object.values(properties)]
  return validations.length > 0 || parts.some((part) => typeof part === 'object' && hasRules(part))
}
