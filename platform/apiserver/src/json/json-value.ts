/**
 * JSON as Kubernetes means it: whole numbers up to 64 bits stay exact. Those that a JavaScript number cannot hold are
 * bigints; every other number is a number.
 */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** Whether two values are the same JSON; the order of an object's keys does not matter, undefined is absent. */
export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (isList(a)) return isList(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a).filter((key) => a[key] !== undefined)
  if (keys.length !== Object.keys(b).filter((key) => b[key] !== undefined).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}
