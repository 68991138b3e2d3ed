import type { JsonObject } from '../../json/json-value.ts'
import { invalids } from '../../kinds/checks/complaints.ts'
import type { FieldError } from '../../status/field-error.ts'

/** What is wrong with the warning that a version gives to those who use it. */
export function checkWarning(version: JsonObject, field: string): readonly FieldError[] {
  const warning = version.deprecationWarning
  if (typeof warning !== 'string') return []
  if (version.deprecated !== true)
    return invalids(field, warning, ['can only be set for deprecated versions'])
  const wrong: string[] = []
  if (Buffer.byteLength(warning) > 256) wrong.push('must be <= 256 characters long')
  if (warning === '') wrong.push('must not be an empty string')
  const at = warning.search(/[\p{C}\p{Z}]/u) < 0 ? -1 : warning.search(/(?! )[\p{C}\p{Z}]/u)
  const index = Buffer.byteLength(warning.slice(0, Math.max(at, 0)))
  const printable = 'must only contain printable UTF-8 characters'
  if (at >= 0) wrong.push(`${printable}; non-printable character found at index ${index}`)
  return invalids(field, warning, wrong)
}
