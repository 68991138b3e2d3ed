import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { KindName } from '../defaults/with-defaults.ts'

const FROZEN: Readonly<Record<string, readonly string[]>> = {
  '/ConfigMap': ['data', 'binaryData'],
  '/Secret': ['data'],
}

/** What an update may not change: the content of frozen ConfigMaps and Secrets, the type of a Secret. */
export function immutableFieldErrors(
  before: JsonObject,
  after: JsonObject,
  { group, kind }: KindName,
): readonly FieldError[] {
  const key = `${group}/${kind}`
  const errors: FieldError[] = []
  if (key === '/Secret' && before.type !== after.type)
    errors.push({
      field: 'type',
      type: 'FieldValueInvalid',
      value: JSON.stringify(after.type ?? ''),
      detail: 'field is immutable',
    })
  const frozen = FROZEN[key]
  if (frozen === undefined || before.immutable !== true) return errors
  const changed = frozen.filter((field) => !isSame(before[field], after[field]))
  const refused = after.immutable === true ? changed : ['immutable', ...changed]
  return [...errors, ...refused.map(forbidden)]
}

function forbidden(field: string): FieldError {
  return { field, type: 'FieldValueForbidden', detail: 'field is immutable when `immutable` is set' }
}
