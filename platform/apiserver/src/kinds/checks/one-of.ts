import type { FieldError } from '../../status/field-error.ts'
import { required, unsupported } from './complaints.ts'

/** Complains about a value that is missing, or none of those that may be. */
export function oneOf(value: string, known: readonly string[], field: string): readonly FieldError[] {
  if (value === '') return [required(field, '')]
  return known.includes(value) ? [] : [unsupported(field, value, known)]
}
