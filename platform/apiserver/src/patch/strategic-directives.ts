import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { setMember } from '../json/set-member.ts'
import { malformedPatch } from './patch-error.ts'

/** `$patch: replace | delete`: what happens to the object or the item that it is in. */
export const PATCH = '$patch'
/** `$retainKeys: [...]`: the members that an object keeps. */
export const RETAIN_KEYS = '$retainKeys'
/** `$deleteFromPrimitiveList/<field>: [...]`: the items that a list of plain values loses. */
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList'
/** `$setElementOrder/<field>: [...]`: the order of a merged list. */
export const SET_ORDER = '$setElementOrder'

const FORMATS: Readonly<Record<string, string>> = {
  [DELETE_FROM_LIST]: 'invalid patch format of primitive list',
  [SET_ORDER]: 'invalid patch format of setElementOrder list',
}

/** The field that a directive such as `$setElementOrder/containers` is about. */
export function fieldOf(key: string, directive: string): string {
  const slash = key.indexOf('/')
  if (slash < 0 || key.slice(0, slash) !== directive) throw malformedPatch(FORMATS[directive] ?? '')
  return key.slice(slash + 1)
}

/** What a value adds where there was none: without nulls and without anything marked `$patch`; undefined if it is itself. */
export function additionOf(value: JsonValue): JsonValue | undefined {
  if (isList(value)) return value.map(additionOf).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  if (Object.hasOwn(value, PATCH)) return undefined
  return mapMembers(value, additionOf)
}

/** A value without the members that are null: they stand for fields that are not set. */
export function withoutNulls(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutNulls)
  return isObject(value) ? mapMembers(value, withoutNulls) : value
}

function mapMembers(object: JsonObject, map: (value: JsonValue) => JsonValue | undefined): JsonObject {
  const mapped: Record<string, JsonValue> = {}
  for (const [key, value] of Object.entries(object)) {
    const member = value === undefined || value === null ? undefined : map(value)
    if (member !== undefined) setMember(mapped, key, member)
  }
  return mapped
}
