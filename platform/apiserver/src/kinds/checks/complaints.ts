import type { JsonValue } from '../../json/json-value.ts'
import { shown } from '../../schema/go-text.ts'
import { forbidden, invalid, required, unsupported } from '../../schema/structural/complaints.ts'
import type { FieldError } from '../../status/field-error.ts'

export { forbidden, invalid, required, unsupported }

export function duplicate(field: string, value: JsonValue): FieldError {
  return { field, type: 'FieldValueDuplicate', value: shown(value), detail: '' }
}

export function notFound(field: string, value: JsonValue): FieldError {
  return { field, type: 'FieldValueNotFound', value: shown(value), detail: '' }
}

export function tooLong(field: string, most: number): FieldError {
  return { field, type: 'FieldValueTooLong', detail: `may not be more than ${most} bytes` }
}

export function tooMany(field: string, count: number, most: number): FieldError {
  const detail = `must have at most ${most} items`
  return { field, type: 'FieldValueTooMany', value: String(count), detail }
}

/** One complaint of the same value for each thing that is wrong with it. */
export function invalids(field: string, value: JsonValue, details: readonly string[]): readonly FieldError[] {
  return details.map((detail) => invalid(field, value, detail))
}

export const NEGATIVE = 'must be greater than or equal to 0'
export const IMMUTABLE = 'field is immutable'

export function notNegative(field: string, value: JsonValue | undefined): readonly FieldError[] {
  const isNegative = (typeof value === 'number' || typeof value === 'bigint') && value < 0
  return isNegative ? [invalid(field, value, NEGATIVE)] : []
}

/** A complaint about something that Go does not write as our JSON: `text` is what it writes. */
export function invalidText(field: string, text: string, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value: text, detail }
}
