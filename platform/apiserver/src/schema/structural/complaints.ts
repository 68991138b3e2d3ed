import type { JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { quoted, shown } from '../go-text.ts'

export function required(field: string, detail: string): FieldError {
  return { field, type: 'FieldValueRequired', detail }
}

export function forbidden(field: string, detail: string): FieldError {
  return { field, type: 'FieldValueForbidden', detail }
}

export function invalid(field: string, value: JsonValue, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value: shown(value), detail }
}

export function unsupported(field: string, value: JsonValue, supported: readonly string[]): FieldError {
  const detail = `supported values: ${supported.map(quoted).join(', ')}`
  return { field, type: 'FieldValueNotSupported', value: shown(value), detail }
}
