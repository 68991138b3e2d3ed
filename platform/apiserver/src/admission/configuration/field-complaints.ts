import type { JsonValue } from '../../json/json-value.ts'
import { shown } from '../../schema/go-text.ts'
import { unsupported } from '../../schema/structural/complaints.ts'
import type { FieldError } from '../../status/field-error.ts'

export { forbidden, invalid, required, unsupported } from '../../schema/structural/complaints.ts'

export function duplicate(field: string, value: JsonValue): FieldError {
  return { field, type: 'FieldValueDuplicate', value: shown(value), detail: '' }
}

export function tooMany(field: string, count: number, most: number): FieldError {
  return { field, type: 'FieldValueTooMany', value: String(count), detail: `must have at most ${most} items` }
}

/** A complaint unless the value is one of those, which are given in the order of the alphabet. */
export function oneOf(
  field: string,
  value: JsonValue | undefined,
  supported: readonly string[],
): FieldError[] {
  if (value === undefined || value === null || (typeof value === 'string' && supported.includes(value)))
    return []
  return [unsupported(field, value, supported)]
}
