import type { CelValue } from '../cel-value.ts'
import { CelList } from './cel-list.ts'
import { CelTypeValue } from './cel-type-value.ts'
import { CelUint } from './cel-uint.ts'
import { formatDouble } from './format-double.ts'
import { typeNameOf } from './type-name.ts'

/** A value as error messages show it. */
export function valueText(value: CelValue): string {
  if (typeof value === 'string') return value
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return formatDouble(value)
  if (value === null) return 'null'
  if (value instanceof CelUint) return String(value.value)
  if (value instanceof CelTypeValue) return value.name
  if (value instanceof CelList) return `[${value.items().map(valueText).join(', ')}]`
  return typeNameOf(value)
}
