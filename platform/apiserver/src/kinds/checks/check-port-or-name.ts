import type { JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { invalids } from './complaints.ts'
import { portErrors, portNameErrors } from './name-words.ts'

/** What is wrong with a port that is given by number or by name; none is the number zero. */
export function checkPortOrName(port: JsonValue | undefined, field: string): readonly FieldError[] {
  if (typeof port === 'string') return invalids(field, port, portNameErrors(port))
  const number = Number(port ?? 0)
  return invalids(field, number, portErrors(number))
}
