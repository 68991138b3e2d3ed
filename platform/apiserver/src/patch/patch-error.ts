import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import { ApiError } from '../status/api-error.ts'

/** A patch that cannot be read: 400. */
export function malformedPatch(message: string): ApiError {
  return new ApiError(message, { code: 400, reason: 'BadRequest' })
}

/** A patch that does not fit the object: 422, of which Kubernetes keeps the reason to itself. */
export function rejectedPatch(why: string): ApiError {
  return new ApiError('the server rejected our request due to an error in our request', {
    code: 422,
    reason: 'Invalid',
    details: {},
    cause: new Error(why),
  })
}

/** A patch that upstream fails on without having thought of it: 500, without a reason. */
export function unforeseenPatch(message: string): ApiError {
  return new ApiError(message, { code: 500 })
}

/** `json: cannot unmarshal array into Go value of type …`. */
export function cannotUnmarshal(value: JsonValue, target: string): string {
  return `json: cannot unmarshal ${goKindOf(value)} into Go ${target}`
}

function goKindOf(value: JsonValue): string {
  if (isList(value)) return 'array'
  if (isObject(value)) return 'object'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'string' ? 'string' : 'number'
}
