import { formatJson } from '../json/format-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { FieldError, FieldErrorType } from '../status/field-error.ts'
import { stringOf } from './managed-fields.ts'
import { isPrintable } from './manager-of.ts'

const MOST_MANAGER_BYTES = 128
const MOST_SUBRESOURCE_BYTES = 256

/** What is wrong with managedFields that are about to be stored. */
export function validateManagedFields(managedFields: JsonValue | undefined): readonly FieldError[] {
  if (!isList(managedFields)) return []
  return managedFields.flatMap((entry, at) =>
    entryErrors(isObject(entry) ? entry : {}, `metadata.managedFields[${at}]`),
  )
}

function entryErrors(entry: JsonObject, field: string): readonly FieldError[] {
  const [operation, fieldsType] = [stringOf(entry.operation), stringOf(entry.fieldsType)]
  const errors: FieldError[] = []
  if (operation !== 'Apply' && operation !== 'Update') {
    errors.push(invalid(`${field}.operation`, operation, 'must be `Apply` or `Update`'))
  }
  if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
    errors.push(invalid(`${field}.fieldsType`, fieldsType, 'must be `FieldsV1`'))
  }
  errors.push(...validateFieldManager(stringOf(entry.manager), `${field}.manager`))
  errors.push(...tooLong(stringOf(entry.subresource), `${field}.subresource`, MOST_SUBRESOURCE_BYTES))
  return errors
}

/** What is wrong with the name of a field manager, in an entry or in a request's options. */
export function validateFieldManager(manager: string, field: string): readonly FieldError[] {
  const errors = [...tooLong(manager, field, MOST_MANAGER_BYTES)]
  let position = 0
  for (const character of manager) {
    if (!isPrintable(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
      errors.push(invalid(field, manager, `invalid character U+${code} (at position ${position})`))
    }
    position += Buffer.byteLength(character)
  }
  return errors
}

function invalid(field: string, value: string, detail: string): FieldError {
  const type: FieldErrorType = 'FieldValueInvalid'
  return { field, type, value: formatJson(value), detail }
}

function tooLong(value: string, field: string, most: number): readonly FieldError[] {
  if (Buffer.byteLength(value) <= most) return []
  return [{ field, type: 'FieldValueTooLong', detail: `may not be more than ${most} bytes` }]
}
