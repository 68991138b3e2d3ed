import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'

/** A member that is an object, or an empty one. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

/** A member that is a list, or an empty one. */
export function listAt(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object[key]
  return isList(value) ? value : []
}

/** The name of the version that objects are stored in. */
export function storageVersion(spec: JsonObject): string {
  const versions = listAt(spec, 'versions').filter(isObject)
  return String(versions.find(({ storage }) => storage === true)?.name ?? '')
}
