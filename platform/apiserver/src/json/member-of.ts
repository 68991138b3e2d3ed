import type { JsonObject, JsonValue } from './json-value.ts'

/** An object's own member: never what every object inherits, such as `constructor`. */
export function memberOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
