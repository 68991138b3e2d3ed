import { BOOL, BYTES, type CelType, DOUBLE, INT, NULL, STRING, UINT } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'

/** The type of a value as it can be written down. */
export function literalType(value: CelValue): CelType {
  if (value === null) return NULL
  if (typeof value === 'string') return STRING
  if (typeof value === 'bigint') return INT
  if (typeof value === 'number') return DOUBLE
  if (typeof value === 'boolean') return BOOL
  return value instanceof Uint8Array ? BYTES : UINT
}
