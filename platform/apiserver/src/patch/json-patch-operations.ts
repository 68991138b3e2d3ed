import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { ApiError } from '../status/api-error.ts'
import { cannotUnmarshal, malformedPatch } from './patch-error.ts'

/** One step of a JSON patch as it came: what its kind of step needs may be missing. */
export interface JsonPatchOperation {
  readonly op?: string
  readonly path?: string
  readonly from?: string
  /** Undefined if there is none, which is not the same as null. */
  readonly value?: JsonValue
}

const MAX_OPERATIONS = 10_000
const FIELDS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value'])

/** The steps of a JSON patch; throws an ApiError, 400 or 413, if it is none. */
export function jsonPatchOperationsOf(patch: JsonValue): readonly JsonPatchOperation[] {
  if (patch === null) return []
  if (!isList(patch)) throw undecodable(cannotUnmarshal(patch, 'value of type []handlers.jsonPatchOp'))
  const operations = patch.map(operationOf)
  if (operations.length > MAX_OPERATIONS) throw tooMany(operations.length)
  return operations
}

/** Paths such as `[0].foo` of what no step has, for the warning `json patch unknown field "[0].foo"`. */
export function unknownJsonPatchFields(patch: JsonValue): readonly string[] {
  if (!isList(patch)) return []
  return patch.flatMap((item, at) =>
    Object.keys(isObject(item) ? item : {})
      .filter((key) => !FIELDS.has(key))
      .map((key) => `[${at}].${key}`),
  )
}

function operationOf(item: JsonValue): JsonPatchOperation {
  if (item === null) return {}
  if (!isObject(item)) throw undecodable(cannotUnmarshal(item, 'value of type handlers.jsonPatchOp'))
  const value = memberOf(item, 'value')
  return {
    ...textOf(item, 'op'),
    ...textOf(item, 'path'),
    ...textOf(item, 'from'),
    ...(value !== undefined && { value }),
  }
}

function textOf(item: JsonObject, field: 'op' | 'path' | 'from'): JsonPatchOperation {
  const value = memberOf(item, field)
  if (value === undefined || value === null) return {}
  if (typeof value === 'string') return { [field]: value }
  throw undecodable(cannotUnmarshal(value, `struct field jsonPatchOp.${field} of type string`))
}

function undecodable(reason: string): ApiError {
  return malformedPatch(`error decoding patch: ${reason}`)
}

function tooMany(count: number): ApiError {
  const message = `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${count}`
  return new ApiError(message, { code: 413, reason: 'RequestEntityTooLarge' })
}
