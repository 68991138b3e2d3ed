import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from '../values/cel-duration.ts'
import type { CelList } from '../values/cel-list.ts'
import { CelUint } from '../values/cel-uint.ts'
import { compare } from '../values/compare.ts'
import { equals } from '../values/equals.ts'
import { duration, int, uint } from './operators.ts'
import { type FunctionTable, type Overload, overload } from './overload.ts'

const ORDERED = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes']

function isSorted(list: CelList): boolean {
  for (let at = 1; at < list.length; at++) if (compare(list.at(at - 1), list.at(at)) > 0) return false
  return true
}

function extreme(name: 'min' | 'max', list: CelList): CelValue {
  if (list.length === 0) throw new CelRuntimeError(`${name} called on empty list`)
  const sign = name === 'min' ? 1 : -1
  return list.items().reduce((best, item) => (compare(best, item) * sign > 0 ? item : best))
}

const SUMS: Readonly<Record<string, (list: CelList) => CelValue>> = {
  int: (list) => (list.items() as bigint[]).reduce((sum, item) => int(sum + item), 0n),
  uint: (list) =>
    (list.items() as CelUint[]).reduce((sum, item) => uint(sum.value + item.value), new CelUint(0n)),
  double: (list) => (list.items() as number[]).reduce((sum, item) => sum + item, 0),
  duration: (list) =>
    (list.items() as CelDuration[]).reduce(
      (sum, item) => duration(sum.nanos + item.nanos),
      new CelDuration(0n),
    ),
}

function place(list: CelList, item: CelValue, last: boolean): bigint {
  const items = list.items()
  const is = (other: CelValue) => equals(other, item)
  return BigInt(last ? items.findLastIndex(is) : items.findIndex(is))
}

const each = (make: (type: string) => Overload): readonly Overload[] => ORDERED.map(make)

/** Kubernetes' functions on lists. */
export const LISTS: FunctionTable = {
  isSorted: each((type) => overload(`list_${type}_is_sorted_bool`, `list(${type}).() -> bool`, isSorted)),
  min: each((type) =>
    overload(`list_${type}_min_${type}`, `list(${type}).() -> ${type}`, (list: CelList) =>
      extreme('min', list),
    ),
  ),
  max: each((type) =>
    overload(`list_${type}_max_${type}`, `list(${type}).() -> ${type}`, (list: CelList) =>
      extreme('max', list),
    ),
  ),
  sum: Object.entries(SUMS).map(([type, sum]) =>
    overload(`list_${type}_sum_${type}`, `list(${type}).() -> ${type}`, sum),
  ),
  indexOf: [
    overload('list_a_index_of_int', 'list(A).(A) -> int', (list: CelList, item: CelValue) =>
      place(list, item, false),
    ),
  ],
  lastIndexOf: [
    overload('list_a_last_index_of_int', 'list(A).(A) -> int', (list: CelList, item: CelValue) =>
      place(list, item, true),
    ),
  ],
}
