import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { jsonText } from '../schema/go-text.ts'
import { invalid } from '../status/api-errors.ts'
import type { FieldError } from '../status/field-error.ts'
import { internalError } from './internal-error.ts'

/** What a webhook has patched, as the kind that it was: a patch may not make another of it. Throws an ApiError. */
export function patchedKind(before: ApiObject, patched: JsonObject, resource: Resource): ApiObject {
  const { apiVersion, kind, metadata } = before
  // Go reads built-in kinds into a type that it knows already, and others into whatever they say they are.
  if (resource.custom) checkCustom(before, patched)
  const whole = { apiVersion, kind, metadata, ...patched } as ApiObject
  if (whole.apiVersion === apiVersion && whole.kind === kind) return whole
  throw internalError(
    `unable to convert ${whole.apiVersion}, Kind=${whole.kind} to ${apiVersion}, Kind=${kind}`,
  )
}

function checkCustom(before: ApiObject, patched: JsonObject): void {
  const [kind, apiVersion] = [textOf(patched.kind), textOf(patched.apiVersion)]
  if (kind === '') throw internalError(`Object 'Kind' is missing in '${jsonText(patched)}'`)
  const errors = [
    ...otherwise('kind', kind, before.kind),
    ...otherwise('apiVersion', apiVersion, before.apiVersion),
  ]
  if (errors.length === 0) return
  const [, group = ''] = before.apiVersion.split('/').reverse()
  throw invalid({ group, kind, name: textOf(metaOf(patched).name) }, errors)
}

function otherwise(field: string, value: string, wanted: string): FieldError[] {
  if (value === wanted) return []
  return [{ field, type: 'FieldValueInvalid', value: formatJson(value), detail: `must be ${wanted}` }]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
