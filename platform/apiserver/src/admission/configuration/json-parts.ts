import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

/** The objects of a list; none if it is no list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return isList(value) ? value.map((item) => (isObject(item) ? item : {})) : []
}

/** The texts of a list. */
export function textsIn(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.map(textOf) : []
}

/** A text; '' for anything else. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
