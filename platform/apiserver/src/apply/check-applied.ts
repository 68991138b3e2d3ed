import { isObject, type JsonObject } from '../json/json-value.ts'
import { ApiError } from '../status/api-error.ts'
import type { FieldType } from './field-type.ts'
import { managedFieldsOf } from './managed-fields.ts'
import { typeErrorsOf } from './type-errors.ts'

interface Expected {
  readonly apiVersion: string
  readonly type: FieldType
}

/** Refuses what cannot be applied: another version, managedFields of its own, what does not fit the schema. */
export function checkApplied(applied: JsonObject, { apiVersion, type }: Expected): void {
  if (applied.apiVersion !== apiVersion) {
    throw new ApiError(`invalid object type: ${kindOf(applied)}`, { code: 400, reason: 'BadRequest' })
  }
  if (managedFieldsOf(applied) !== undefined && managedFieldsOf(applied) !== null) {
    throw new ApiError('metadata.managedFields must be nil', { code: 400, reason: 'BadRequest' })
  }
  refuse(typeErrorsOf(applied, type, { duplicates: false }), `create typed patch object (${nameOf(applied)})`)
}

/** Refuses to apply to an object that does not fit its schema. */
export function checkLive(live: JsonObject, { type }: Expected): void {
  refuse(typeErrorsOf(live, type, { duplicates: true }), `create typed live object (${nameOf(live)})`)
}

function refuse(errors: readonly string[], what: string): void {
  if (errors.length === 0) return
  const told =
    errors.length === 1 ? errors[0] : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n')
  throw internal(`failed to ${what}: ${told}`)
}

function nameOf(object: JsonObject): string {
  const { name = '', namespace = '' } = isObject(object.metadata) ? object.metadata : {}
  return `${namespace}/${name}; ${kindOf(object)}`
}

/** `apps/v1, Kind=Deployment`, as upstream shows what something is. */
function kindOf({ apiVersion, kind }: JsonObject): string {
  return `${String(apiVersion).includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`
}

/** A 500 without a reason, as upstream answers what it did not expect. */
export function internal(message: string): ApiError {
  return new ApiError(message, { code: 500 })
}
