import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { CelRuntimeError } from '../cel-error.ts'
import type { CelListType, CelType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { parseFormatDuration } from './cel-duration.ts'
import { CelList } from './cel-list.ts'
import { parseDate, parseTimestamp } from './cel-timestamp.ts'
import { JsonMap } from './json-map.ts'
import { JsonRecord } from './json-record.ts'

/** Sees JSON by its declared type. Nothing is copied: members are looked at when an expression asks for them. */
export function celValue(json: JsonValue, type: CelType): CelValue {
  if (json === null) return null
  switch (type.kind) {
    case 'int':
      if (typeof json === 'bigint') return json
      if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json)
      break
    case 'string':
      if (typeof json === 'string') return json
      break
    case 'bool':
      if (typeof json === 'boolean') return json
      break
    case 'double':
      if (typeof json === 'number' || typeof json === 'bigint') return Number(json)
      break
    case 'object':
      if (isObject(json)) return new JsonRecord(json, type, celValue)
      break
    case 'list':
      if (isList(json)) return listValue(json, type)
      break
    case 'map':
      if (isObject(json)) return mapValue(json, type.of)
      break
    case 'dyn':
      return dynValue(json)
    default:
      if (typeof json === 'string') return formatted(json, type)
  }
  throw new CelRuntimeError(`invalid data, expected ${type.kind}, got ${nameOf(json)}`)
}

function listValue(json: readonly JsonValue[], type: CelListType): CelList {
  return new CelList(json.length, (at) => celValue(json[at] ?? null, type.of), type.listed)
}

function mapValue(json: JsonObject, of: CelType): JsonMap {
  return new JsonMap(json, (value) => celValue(value, of))
}

/** JSON without a declared type: whole numbers are ints, other numbers doubles. */
function dynValue(json: JsonValue): CelValue {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? BigInt(json) : json
  if (isList(json)) return new CelList(json.length, (at) => dynValue(json[at] ?? null))
  if (isObject(json)) return new JsonMap(json, dynValue)
  return json
}

function formatted(text: string, type: CelType): CelValue {
  if (type.kind === 'timestamp') {
    const time =
      parseTimestamp(text) ?? parseDate(text) ?? parseTimestamp(text.replace(/[t ]/u, 'T').toUpperCase())
    if (time !== undefined) return time
    throw new CelRuntimeError(`Invalid date-time formatted string ${text}: cannot parse`)
  }
  if (type.kind === 'duration') {
    const span = parseFormatDuration(text)
    if (span !== undefined) return span
    throw new CelRuntimeError(`Invalid duration ${text}: unable to parse ${JSON.stringify(text)} as duration`)
  }
  if (type.kind === 'bytes') return Uint8Array.from(Buffer.from(text, 'base64'))
  throw new CelRuntimeError(`invalid data, expected ${type.kind}, got string`)
}

function nameOf(json: JsonValue): string {
  if (isList(json)) return '[]interface {}'
  if (typeof json === 'object') return 'map[string]interface {}'
  if (typeof json === 'number') return Number.isInteger(json) ? 'int64' : 'float64'
  return typeof json === 'boolean' ? 'bool' : typeof json
}
