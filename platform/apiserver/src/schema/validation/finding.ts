import type { JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { jsonText, quoted, shown } from '../go-text.ts'

/** One thing that the schema does not allow, before it becomes a field error. */
export interface Finding {
  readonly what: 'type' | 'required' | 'enum' | 'too-long' | 'too-many' | 'invalid' | 'junctor'
  /** From the validated root on, such as `spec.size`; the text of the message has it too. */
  readonly path: string
  readonly message: string
  readonly value?: JsonValue
  readonly supported?: readonly JsonValue[]
  readonly limit?: number
}

/** The field error of a finding; `root` is where the validated value stands. */
export function fieldErrorOf(finding: Finding, root: string): FieldError {
  const field = placeOf(root, finding.what === 'junctor' ? '' : finding.path)
  const value = shown(finding.value ?? '')
  switch (finding.what) {
    case 'required':
      return { field, type: 'FieldValueRequired', detail: '' }
    case 'enum':
      return notSupported(field, finding)
    case 'too-long':
      return {
        field,
        type: 'FieldValueTooLong',
        detail: `may not be more than ${count(finding.limit, 'byte')}`,
      }
    case 'too-many':
      return {
        field,
        type: 'FieldValueTooMany',
        value,
        detail: `must have at most ${count(finding.limit, 'item')}`,
      }
    case 'type':
      return { field, type: 'FieldValueTypeInvalid', value, detail: finding.message }
    default:
      return { field, type: 'FieldValueInvalid', value, detail: finding.message }
  }
}

/** Kubernetes prints a field path that is not there as Go prints no pointer. */
export const NOWHERE = '<nil>'

function placeOf(root: string, path: string): string {
  const below = path.startsWith('.') ? path.slice(1) : path
  if (below === '') return root === '' ? NOWHERE : root
  return root === '' ? below : `${root}.${below}`
}

function notSupported(field: string, { value = null, supported = [] }: Finding): FieldError {
  const words = supported.map((one) => quoted(typeof one === 'string' ? one : jsonText(one)))
  const detail = `supported values: ${words.join(', ')}`
  return { field, type: 'FieldValueNotSupported', value: shown(value), detail }
}

function count(limit = 0, what: string): string {
  return `${limit} ${what}${limit === 1 ? '' : 's'}`
}
