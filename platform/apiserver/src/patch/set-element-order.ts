import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { orderElements } from './element-order.ts'
import { formatGo, goTypeOf } from './format-go.ts'
import { unforeseenPatch } from './patch-error.ts'
import { additionOf, PATCH, SET_ORDER } from './strategic-directives.ts'
import { elementType, keyIn, keyOfItems, type MergedList } from './strategic-merge-list.ts'

type List = readonly JsonValue[]

/** A list, a patch for it and the order it is to have. */
export interface OrderedMerge {
  readonly original: JsonValue | undefined
  readonly patch: JsonValue | undefined
  /** What `$setElementOrder/…` says. */
  readonly order: JsonValue
  readonly mergeKey: string
  merge(original: List, patch: List): MergedList
}

/** The list after a patch that also gives its order; undefined if there is no list at all. */
export function setElementOrder(options: OrderedMerge): List | undefined {
  const { mergeKey } = options
  const order = listOf(options.order)
  const original = options.original === undefined ? undefined : listOf(options.original)
  const patch = options.patch === undefined ? undefined : listOf(options.patch)
  checkOrder(patch ?? [], order, mergeKey)
  const { list, live } = mergedOf(original, patch, options)
  if (list === undefined) return undefined
  for (const item of mergeKey === '' ? [] : order) {
    if (!isObject(item)) throw unforeseenPatch(`value for key ${order.indexOf(item)} is not a map`)
    keyIn(item, mergeKey)
  }
  const type = elementType(original ?? [], patch ?? [])
  if (mergeKey === '' && type.startsWith('map')) {
    throw unforeseenPatch('cannot merge lists without merge key for struct')
  }
  return orderElements(list, { wanted: order, live }, keyOfItems(mergeKey))
}

function mergedOf(
  original: List | undefined,
  patch: List | undefined,
  { merge }: OrderedMerge,
): { readonly list: List | undefined; readonly live: List } {
  if (original === undefined) {
    const added = patch === undefined ? undefined : additionOf(patch)
    return { list: isList(added) ? added : undefined, live: [] }
  }
  return patch === undefined ? { list: original, live: original } : merge(original, patch)
}

/** What the patch sets must be in the order that it gives, and in the same sequence. */
function checkOrder(patch: List, order: List, mergeKey: string): void {
  if (order.length === 0 || patch.length === 0) return
  const setting = mergeKey === '' ? patch : patch.filter((item) => !isDeletion(item))
  let at = 0
  for (const wanted of order) {
    while (at < setting.length && isMarked(setting[at])) at++
    if (at === setting.length) return
    if (isSameElement(setting[at] ?? null, wanted, mergeKey)) at++
  }
  if (at === setting.length) return
  throw unforeseenPatch(
    `The order in patch list:\n${formatGo(patch)}\n doesn't match ${SET_ORDER} list:\n${formatGo(order)}\n`,
  )
}

function isDeletion(item: JsonValue): boolean {
  return isObject(item) && memberOf(item, PATCH) === 'delete'
}

function isMarked(item: JsonValue | undefined): boolean {
  return isObject(item) && memberOf(item, PATCH) !== undefined
}

function isSameElement(a: JsonValue, b: JsonValue, mergeKey: string): boolean {
  if (mergeKey === '') return a === b
  for (const item of [a, b]) {
    if (!isObject(item)) {
      throw unforeseenPatch(`expected a map[string]interface {}, but received a ${goTypeOf(item)}`)
    }
  }
  return isObject(a) && isObject(b) && keyIn(a, mergeKey) === keyIn(b, mergeKey)
}

function listOf(value: JsonValue): List {
  if (isList(value)) return value
  throw unforeseenPatch(`expected a []interface {}, but received a ${goTypeOf(value)}`)
}
