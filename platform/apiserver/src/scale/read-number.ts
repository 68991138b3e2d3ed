import { formatJson } from '../json/format-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'

/** What a path leads to, or in which words a real server says that it leads nowhere. */
export type Found<T> =
  | { readonly value: T | undefined; readonly wrong?: undefined }
  | { readonly wrong: string }

/** The whole number at these names; undefined if it is absent. */
export function readNumber(object: JsonObject, names: readonly string[]): Found<number> {
  const found = readValue(object, names)
  if (found.wrong !== undefined || found.value === undefined) return found as Found<number>
  const { value } = found
  if (typeof value === 'bigint') return { value: Number(value) }
  if (typeof value !== 'number' || !Number.isInteger(value)) return { wrong: wrong(names, value, 'int64') }
  return { value }
}

/** The text at these names; undefined if it is absent. */
export function readText(object: JsonObject, names: readonly string[]): Found<string> {
  const found = readValue(object, names)
  if (found.wrong !== undefined || found.value === undefined) return found as Found<string>
  if (typeof found.value !== 'string') return { wrong: wrong(names, found.value, 'string') }
  return { value: found.value }
}

function readValue(object: JsonObject, names: readonly string[]): Found<JsonValue> {
  let value: JsonValue | undefined = object
  for (const [at, name] of names.entries()) {
    if (value === undefined || value === null) return { value: undefined }
    if (!isObject(value)) return { wrong: wrong(names.slice(0, at + 1), value, 'map[string]interface{}') }
    value = memberOf(value, name)
  }
  return { value }
}

function wrong(names: readonly string[], value: JsonValue, wanted: string): string {
  return `.${names.join('.')} accessor error: ${goText(value)} is of the type ${goType(value)}, expected ${wanted}`
}

function goText(value: JsonValue): string {
  if (value === null) return '<nil>'
  return typeof value === 'object' ? formatJson(value) : String(value)
}

function goType(value: JsonValue): string {
  if (value === null) return '<nil>'
  if (isList(value)) return '[]interface {}'
  if (typeof value === 'object') return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64'
}
