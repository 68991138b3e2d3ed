import type { JsonValue } from '../json/json-value.ts'
import { isWholeNumber } from './go-text.ts'

export type Kind = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object'

/** The JSON schema type of a value. */
export function kindOf(value: JsonValue): Kind {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return isWholeNumber(value) ? 'integer' : 'number'
    case 'boolean':
      return 'boolean'
    case 'bigint':
      return 'integer'
    default:
      return value === null ? 'null' : Array.isArray(value) ? 'array' : 'object'
  }
}
