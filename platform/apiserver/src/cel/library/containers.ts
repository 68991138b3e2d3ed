import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import type { CelList } from '../values/cel-list.ts'
import type { CelMap } from '../values/cel-map.ts'
import { BuiltMap } from '../values/cel-map.ts'
import { equals } from '../values/equals.ts'
import { textLength } from '../values/size-of.ts'
import { valueText } from '../values/value-text.ts'
import { type FunctionTable, overload } from './overload.ts'

function holds(item: CelValue, list: CelList): boolean {
  for (let at = 0; at < list.length; at++) if (equals(list.at(at), item)) return true
  return false
}

/** A new map with more entries, whose keys must be new. */
function inserted(map: CelMap, entries: readonly (readonly [CelValue, CelValue])[]): CelMap {
  for (const [key] of entries) {
    if (map.get(key) !== undefined) {
      throw new CelRuntimeError(`insert failed: key ${valueText(key)} already exists`)
    }
  }
  // A map that is a constant of the program must not grow with what one evaluation adds.
  if (map instanceof BuiltMap && map.size > 0) return map.plus(entries)
  return new BuiltMap([...map.keys().map((key) => [key, map.get(key) ?? null] as const), ...entries])
}

const size = (value: CelList | Uint8Array): bigint => BigInt(value.length)
const textSize = (value: string): bigint => BigInt(textLength(value))
const mapSize = (value: CelMap): bigint => BigInt(value.size)

/** Looking into lists and maps. Indexing is evaluation's own; here are its types. */
export const CONTAINERS: FunctionTable = {
  '_[_]': [
    overload('index_list', '(list(A), int) -> A'),
    overload('index_map', '(map(A, B), A) -> B'),
    overload('optional_list_index_int', '(optional(list(V)), int) -> optional(V)'),
    overload('optional_map_index_value', '(optional(map(K, V)), K) -> optional(V)'),
  ],
  '_[?_]': [
    overload('list_optindex_optional_int', '(list(V), int) -> optional(V)'),
    overload('optional_list_optindex_optional_int', '(optional(list(V)), int) -> optional(V)'),
    overload('map_optindex_optional_value', '(map(K, V), K) -> optional(V)'),
    overload('optional_map_optindex_optional_value', '(optional(map(K, V)), K) -> optional(V)'),
  ],
  '_?._': [overload('select_optional_field', '(dyn, string) -> optional(V)')],
  '@in': [
    overload('in_list', '(A, list(A)) -> bool', (item: CelValue, list: CelList) => holds(item, list)),
    overload('in_map', '(A, map(A, B)) -> bool', (key: CelValue, map: CelMap) => map.get(key) !== undefined),
  ],
  size: [
    overload('size_bytes', '(bytes) -> int', size),
    overload('bytes_size', 'bytes.() -> int', size),
    overload('size_list', '(list(A)) -> int', size),
    overload('list_size', 'list(A).() -> int', size),
    overload('size_map', '(map(A, B)) -> int', mapSize),
    overload('map_size', 'map(A, B).() -> int', mapSize),
    overload('size_string', '(string) -> int', textSize),
    overload('string_size', 'string.() -> int', textSize),
  ],
  'cel.@mapInsert': [
    overload('@mapInsert_map_map', '(map(K, V), map(K, V)) -> map(K, V)', (map: CelMap, more: CelMap) =>
      inserted(
        map,
        more.keys().map((key) => [key, more.get(key) ?? null] as const),
      ),
    ),
    overload(
      '@mapInsert_map_key_value',
      '(map(K, V), K, V) -> map(K, V)',
      (map: CelMap, key: CelValue, value: CelValue) => inserted(map, [[key, value]]),
    ),
  ],
}
