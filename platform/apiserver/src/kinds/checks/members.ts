import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

/** The object in a member; an empty one where there is none. */
export function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

/** The object in a member, if there is one. */
export function maybeObject(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key]
  return isObject(value) ? value : undefined
}

/** The text in a member; empty where there is none. */
export function textIn(object: JsonObject, key: string): string {
  const value = object[key]
  return typeof value === 'string' ? value : ''
}

/** The number in a member, if there is one. */
export function numberIn(object: JsonObject, key: string): number | undefined {
  const value = object[key]
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined
}

export function listIn(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object[key]
  return isList(value) ? value : []
}

export function objectsIn(object: JsonObject, key: string): readonly JsonObject[] {
  return listIn(object, key).map((item) => (isObject(item) ? item : {}))
}

export function textsIn(object: JsonObject, key: string): readonly string[] {
  return listIn(object, key).map((item) => (typeof item === 'string' ? item : ''))
}

/** Members of a map from text to text, by key: Go walks maps by chance, we by order. */
export function textEntries(object: JsonObject, key: string): readonly (readonly [string, string])[] {
  const map = objectIn(object, key)
  return Object.keys(map)
    .sort()
    .map((name) => [name, textIn(map, name)] as const)
}

/** Whether a member is there and not null. */
export function has(object: JsonObject, key: string): boolean {
  return object[key] !== undefined && object[key] !== null
}
