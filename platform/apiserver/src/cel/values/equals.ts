import { isSame } from '../../json/json-value.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from './cel-duration.ts'
import { CelList } from './cel-list.ts'
import { CelMap } from './cel-map.ts'
import { CelOpaque } from './cel-opaque.ts'
import { CelOptional } from './cel-optional.ts'
import { CelTimestamp } from './cel-timestamp.ts'
import { CelTypeValue } from './cel-type-value.ts'
import { CelUint } from './cel-uint.ts'
import { JsonRecord } from './json-record.ts'
import { itemKey } from './list-kinds.ts'

/** Whether two values are equal as CEL means it: numbers across their types, lists by how the left one is listed. */
export function equals(a: CelValue, b: CelValue): boolean {
  if (a === b) return true
  if (a === null || b === null) return false
  const left = a instanceof CelUint ? a.value : a
  const right = b instanceof CelUint ? b.value : b
  if (typeof left !== 'object' || typeof right !== 'object') {
    // biome-ignore lint/suspicious/noDoubleEquals: compares whole numbers and doubles exactly, which === does not.
    return isNumber(left) && isNumber(right) && left == right
  }
  if (left instanceof CelList) return right instanceof CelList && isSameList(left, right)
  if (left instanceof CelMap) return right instanceof CelMap && isSameMap(left, right)
  if (left instanceof CelTimestamp) return right instanceof CelTimestamp && left.nanos === right.nanos
  if (left instanceof CelDuration) return right instanceof CelDuration && left.nanos === right.nanos
  if (left instanceof CelTypeValue) return right instanceof CelTypeValue && left.name === right.name
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0
  if (left instanceof CelOptional) return right instanceof CelOptional && isSameOptional(left, right)
  return left instanceof CelOpaque && right instanceof CelOpaque && left.isSame(right)
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'

function isSameOptional(a: CelOptional, b: CelOptional): boolean {
  if (a.value === undefined || b.value === undefined) return a.value === b.value
  return equals(a.value, b.value)
}

function isSameList(a: CelList, b: CelList): boolean {
  if (a.length !== b.length) return false
  if (a.listed === undefined) {
    for (let at = 0; at < a.length; at++) if (!equals(a.at(at), b.at(at))) return false
    return true
  }
  const listed = a.listed
  const items = new Map(a.items().map((item) => [itemKey(item, listed), item]))
  return b.items().every((item) => {
    const twin = items.get(itemKey(item, listed))
    return twin !== undefined && (listed === 'set' || equals(twin, item))
  })
}

function isSameMap(a: CelMap, b: CelMap): boolean {
  if (a.size !== b.size) return false
  if (a instanceof JsonRecord && b instanceof JsonRecord) return isSameRecord(a, b)
  return a.keys().every((key) => {
    const left = a.get(key)
    const right = b.get(key)
    return left === undefined || right === undefined ? left === right : equals(left, right)
  })
}

/** Fields that no type names are compared as the JSON they are. */
function isSameRecord(a: JsonRecord, b: JsonRecord): boolean {
  return Object.keys(a.json).every((name) => {
    if (!a.knows(name)) return b.json[name] === undefined || isSame(a.json[name], b.json[name])
    const left = a.field(name)
    const right = b.field(name)
    return left === undefined || right === undefined ? left === right : equals(left, right)
  })
}
