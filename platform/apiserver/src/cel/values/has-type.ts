import type { CelType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from './cel-duration.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOptional } from './cel-optional.ts'
import { CelTimestamp } from './cel-timestamp.ts'
import { CelTypeValue } from './cel-type-value.ts'
import { CelUint } from './cel-uint.ts'
import { typeNameOf } from './type-name.ts'

/** Whether a value can stand for a type while running; of lists only the first item is looked at. */
export function hasType(value: CelValue, type: CelType): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'param':
      return true
    case 'int':
      return typeof value === 'bigint'
    case 'string':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    case 'double':
      return typeof value === 'number'
    case 'null':
      return value === null
    case 'uint':
      return value instanceof CelUint
    case 'bytes':
      return value instanceof Uint8Array
    case 'timestamp':
      return value instanceof CelTimestamp
    case 'duration':
      return value instanceof CelDuration
    case 'type':
      return value instanceof CelTypeValue
    case 'list':
      return value instanceof CelList && (value.length === 0 || hasType(value.at(0), type.of))
    case 'map':
    case 'object':
      return value instanceof CelMap
    case 'optional':
      return value instanceof CelOptional && (value.value === undefined || hasType(value.value, type.of))
    case 'opaque':
      return typeNameOf(value) === type.name
    case 'error':
      return false
  }
}
