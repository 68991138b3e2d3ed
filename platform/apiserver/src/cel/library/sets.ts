import type { CelValue } from '../cel-value.ts'
import type { CelList } from '../values/cel-list.ts'
import { equals } from '../values/equals.ts'
import { type FunctionTable, overload } from './overload.ts'

const has = (list: CelList, item: CelValue): boolean => list.items().some((other) => equals(other, item))
const contains = (list: CelList, part: CelList): boolean => part.items().every((item) => has(list, item))

/** Lists as sets. */
export const SETS: FunctionTable = {
  'sets.contains': [overload('list_sets_contains_list', '(list(T), list(T)) -> bool', contains)],
  'sets.equivalent': [
    overload(
      'list_sets_equivalent_list',
      '(list(T), list(T)) -> bool',
      (a: CelList, b: CelList) => contains(a, b) && contains(b, a),
    ),
  ],
  'sets.intersects': [
    overload('list_sets_intersects_list', '(list(T), list(T)) -> bool', (a: CelList, b: CelList) =>
      a.items().some((item) => has(b, item)),
    ),
  ],
}
