import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from '../values/cel-duration.ts'
import { CelList } from '../values/cel-list.ts'
import { CelMap } from '../values/cel-map.ts'
import { CelOptional } from '../values/cel-optional.ts'
import { CelTimestamp } from '../values/cel-timestamp.ts'
import { CelUint } from '../values/cel-uint.ts'
import { valueText } from '../values/value-text.ts'
import { type FunctionTable, overload } from './overload.ts'

/** Go's zero time: the first moment of the year 1. */
const FIRST_SECOND = -62_135_596_800n

function isZero(value: CelValue): boolean {
  if (value === null || value === false || value === 0n || value === 0 || value === '') return true
  if (value instanceof CelList || value instanceof Uint8Array) return value.length === 0
  if (value instanceof CelMap) return value.size === 0
  if (value instanceof CelUint) return value.value === 0n
  if (value instanceof CelDuration) return value.nanos === 0n
  if (value instanceof CelTimestamp) return value.seconds === FIRST_SECOND && value.nanosOfSecond === 0
  return value instanceof CelOptional && (value.value === undefined || isZero(value.value))
}

function heldBy(optional: CelOptional): CelValue {
  if (optional.value === undefined) throw new CelRuntimeError('optional.none() dereference')
  return optional.value
}

function unwrapped(list: CelList): CelList {
  const values = list.items().map((item) => {
    if (item instanceof CelOptional) return item.value
    throw new CelRuntimeError(`value ${valueText(item)} is not optional`)
  })
  return CelList.of(values.filter((value) => value !== undefined))
}

const itemAt = (list: CelList, index: number): CelOptional =>
  list.length === 0 ? CelOptional.none : new CelOptional(list.at(index))

/** Values that may be missing. `or` and `orValue` are evaluation's own. */
export const OPTIONALS: FunctionTable = {
  'optional.of': [overload('optional_of', '(V) -> optional(V)', (value: CelValue) => new CelOptional(value))],
  'optional.ofNonZeroValue': [
    overload('optional_ofNonZeroValue', '(V) -> optional(V)', (value: CelValue) =>
      isZero(value) ? CelOptional.none : new CelOptional(value),
    ),
  ],
  'optional.none': [overload('optional_none', '() -> optional(V)', () => CelOptional.none)],
  'optional.unwrap': [overload('optional_unwrap', '(list(optional(V))) -> list(V)', unwrapped)],
  unwrapOpt: [overload('optional_unwrapOpt', 'list(optional(V)).() -> list(V)', unwrapped)],
  value: [overload('optional_value', 'optional(V).() -> V', heldBy)],
  hasValue: [
    overload(
      'optional_hasValue',
      'optional(V).() -> bool',
      (value: CelOptional) => value.value !== undefined,
    ),
  ],
  or: [overload('optional_or_optional', 'optional(V).(optional(V)) -> optional(V)')],
  orValue: [overload('optional_orValue_value', 'optional(V).(V) -> V')],
  first: [overload('list_first', 'list(V).() -> optional(V)', (list: CelList) => itemAt(list, 0))],
  last: [
    overload('list_last', 'list(V).() -> optional(V)', (list: CelList) => itemAt(list, list.length - 1)),
  ],
}
