import type { CelValue } from '../cel-value.ts'

/** The name of a value's type. */
export function typeNameOf(value: CelValue): string {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'bigint':
      return 'int'
    case 'boolean':
      return 'bool'
    case 'number':
      return 'double'
    default:
      if (value === null) return 'null_type'
      return value instanceof Uint8Array ? 'bytes' : value.typeName
  }
}
