import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { memberOf } from '../../json/member-of.ts'

/** What is at a path such as `spec.replicas`; undefined if anything on the way is absent or null. */
export function readField(object: JsonValue | undefined, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const key of path.split('.')) {
    if (!isObject(value)) return undefined
    value = memberOf(value, key)
  }
  return value ?? undefined
}

/** The text there, a number as text, or what stands for nothing. */
export function textAt(object: JsonValue | undefined, path: string, otherwise = ''): string {
  const value = readField(object, path)
  return value === undefined || typeof value === 'object' ? otherwise : String(value)
}

/** The text there, or what stands for nothing if it is empty. */
export function filledAt(object: JsonValue | undefined, path: string, otherwise: string): string {
  return textAt(object, path) || otherwise
}

export function numberAt(object: JsonValue | undefined, path: string): number {
  const value = readField(object, path)
  return typeof value === 'number' ? value : 0
}

export function isTrueAt(object: JsonValue | undefined, path: string): boolean {
  return readField(object, path) === true
}

export function listAt(object: JsonValue | undefined, path: string): readonly JsonValue[] {
  const value = readField(object, path)
  return isList(value) ? value : []
}

export function objectAt(object: JsonValue | undefined, path: string): JsonObject {
  const value = readField(object, path)
  return isObject(value) ? value : {}
}

/** The texts of a list of texts, or of one member of each of its objects. */
export function textsAt(object: JsonValue | undefined, path: string, member?: string): readonly string[] {
  return listAt(object, path).map((item) =>
    member === undefined ? String(item ?? '') : textAt(item, member),
  )
}

/** The condition of a type; the first one if there are several. */
export function conditionAt(
  object: JsonValue | undefined,
  path: string,
  type: string,
): JsonObject | undefined {
  return listAt(object, path).find((it) => textAt(it, 'type') === type) as JsonObject | undefined
}

/** Whether the first condition of a type is True. */
export function isCondition(object: JsonValue | undefined, path: string, type: string): boolean {
  return textAt(conditionAt(object, path, type), 'status') === 'True'
}
