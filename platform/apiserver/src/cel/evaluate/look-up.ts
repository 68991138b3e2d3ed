import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelList } from '../values/cel-list.ts'
import { CelMap } from '../values/cel-map.ts'
import { CelOptional } from '../values/cel-optional.ts'
import { CelUint } from '../values/cel-uint.ts'
import { typeNameOf } from '../values/type-name.ts'

/** What a value holds under a field, key or index; undefined when nothing. Through an optional the answer is one too. */
export function lookUp(value: CelValue, key: CelValue): CelValue | undefined {
  if (value instanceof CelMap) {
    if (key === null || (typeof key === 'object' && !(key instanceof CelUint)))
      throw new CelRuntimeError('no such overload')
    return value.get(key)
  }
  if (value instanceof CelList) {
    const index = indexOf(key)
    return index >= 0 && index < value.length ? value.at(index) : undefined
  }
  if (value instanceof CelOptional) {
    if (value.value === undefined) return CelOptional.none
    const found = lookUp(value.value, key)
    return found === undefined
      ? CelOptional.none
      : found instanceof CelOptional
        ? found
        : new CelOptional(found)
  }
  return undefined
}

function indexOf(key: CelValue): number {
  if (typeof key === 'bigint') return Number(key)
  if (key instanceof CelUint) return Number(key.value)
  if (typeof key === 'number') {
    if (Number.isInteger(key)) return key
    throw new CelRuntimeError(`unsupported index value ${key} in list`)
  }
  throw new CelRuntimeError(`unsupported index type '${typeNameOf(key)}' in list`)
}
