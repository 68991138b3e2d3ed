import type { JsonObject } from '../json/json-value.ts'
import { bodyOf, type FieldError } from '../status/field-error.ts'
import { type CompilePattern, compilePattern } from './compile-pattern.ts'
import { checkRules } from './rules/check-rules.ts'
import { schemaOf } from './schema-of.ts'
import { checkCompleteness } from './structural/check-completeness.ts'
import { checkDefaultValues } from './structural/check-default-values.ts'
import { checkInvariants } from './structural/check-invariants.ts'
import { checkOpenApi } from './structural/check-open-api.ts'
import { checkStatusRoot } from './structural/check-status-root.ts'
import { forbidden, invalid } from './structural/complaints.ts'
import { unsupportedField } from './structural/unsupported-field.ts'
import type { CheckMetadata } from './validation/check-embedded.ts'

export interface CheckStructuralOptions {
  /**
   * Where the schema stands: `spec.versions[0].schema.openAPIV3Schema`; but `spec.validation.openAPIV3Schema` where
   * all versions have the same one, as Kubernetes then has it.
   */
  readonly path: string
  /** Whether the resource has a status subresource, for which the root may say less. Default: false. */
  readonly hasStatus?: boolean
  /** Whether the CRD had this schema before: its rules may cost what they do. Default: false. */
  readonly isUnchanged?: boolean
  /** Default: RE2, as Go has it. */
  readonly compilePattern?: CompilePattern
  /** Checks metadata in defaults of embedded resources. Default: everything passes. */
  readonly checkMetadata?: CheckMetadata
}

/** What keeps Kubernetes from taking an openAPIV3Schema into a CRD, in its words. */
export function checkStructural(openApi: JsonObject, options: CheckStructuralOptions): readonly FieldError[] {
  const { path } = options
  const errors: FieldError[] = options.hasStatus ? [...checkStatusRoot(openApi, path)] : []
  if (openApi.nullable === true)
    errors.push(forbidden(`${path}.nullable`, 'nullable cannot be true at the root'))
  const unreadable = unsupportedField(openApi)
  const readable = unreadable === undefined ? checkReadable(openApi, options) : []
  const found = checkOpenApi({ schema: openApi, path })
  const isStructural = unreadable === undefined && readable.length === 0
  const { isUnchanged = false } = options
  errors.push(...readable, ...found, ...checkRules(openApi, { path, found, isStructural, isUnchanged }))
  return errors.length === 0 && unreadable !== undefined ? [invalid(path, '', unreadable)] : errors
}

function checkReadable(openApi: JsonObject, options: CheckStructuralOptions): readonly FieldError[] {
  const place = { compilePattern, ...options }
  const errors = [...checkInvariants(openApi, place), ...checkCompleteness(openApi, options.path)]
  if (errors.length > 0) return errors.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  return checkDefaultValues(schemaOf(openApi), { ...place, isRoot: true })
}

function textOf(error: FieldError): string {
  return `${error.field}: ${bodyOf(error)}`
}
