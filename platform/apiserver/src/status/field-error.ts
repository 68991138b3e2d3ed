/** What is wrong with one field, in Kubernetes' words; several make up a 422. */
export interface FieldError {
  /** Such as `spec.containers[0].name`. */
  readonly field: string
  readonly type: FieldErrorType
  /** The value that is wrong, where Kubernetes shows it: as JSON text, or a word such as `"object"`. */
  readonly value?: string
  readonly detail: string
}

export type FieldErrorType =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueNotFound'
  | 'FieldValueTypeInvalid'
  | 'InternalError'

const WORDS: Readonly<Record<FieldErrorType, string>> = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueNotFound: 'Not found',
  FieldValueTypeInvalid: 'Invalid value',
  InternalError: 'Internal error',
}

/** `Invalid value: "x": must be …`, without the field. */
export function bodyOf({ type, value, detail }: FieldError): string {
  const shown = value === undefined ? '' : `: ${value}`
  return `${WORDS[type]}${shown}${detail === '' ? '' : `: ${detail}`}`
}
