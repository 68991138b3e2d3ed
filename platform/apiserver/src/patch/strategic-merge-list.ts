import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { type KeyOf, orderElements } from './element-order.ts'
import { formatGo, goTypeOf } from './format-go.ts'
import { rejectedPatch, unforeseenPatch } from './patch-error.ts'
import { PATCH, withoutNulls } from './strategic-directives.ts'

type List = readonly JsonValue[]

/** How two lists become one. */
export interface MergeListOptions {
  /** What identifies an item of a list of objects; empty if nothing does. */
  readonly mergeKey: string
  /** The patch is a list of plain values to take away. */
  readonly deleting?: boolean
  mergeItems(original: JsonObject, patch: JsonObject): JsonObject
}

/** A list and what it came from. */
export interface MergedList {
  readonly list: List
  /** The order of the live items, as a `$setElementOrder` for the same list is to see it. */
  readonly live: List
}

/** Merges a patch's list into the one that is there, item by item. */
export function mergeLists(original: List, patch: List, options: MergeListOptions): MergedList {
  const unchanged = { list: original, live: original }
  if (original.length === 0 && patch.length === 0) return unchanged
  if (elementType(original, patch) === 'map[string]interface {}')
    return mergeObjects(original, patch, options)
  if (options.deleting === true) {
    const gone = new Set(patch)
    return { list: original.filter((item) => !gone.has(item)), live: original }
  }
  const merged = [...new Set([...original, ...patch])]
  const list = orderElements(merged, { wanted: patch, live: original }, (item) => item)
  return isSame(list, original) ? unchanged : { list, live: original }
}

function mergeObjects(original: List, patch: List, options: MergeListOptions): MergedList {
  const { mergeKey } = options
  if (mergeKey === '') throw unforeseenPatch('cannot merge lists without merge key for struct')
  const { kept, patches, replaced } = applyDirectives(original, patch, mergeKey)
  if (replaced !== undefined) return { list: replaced, live: original }
  const merged = [...kept]
  const places = new Map<JsonValue | undefined, number>()
  for (const [at, item] of kept.entries()) {
    const key = isObject(item) ? memberOf(item, mergeKey) : undefined
    if (!places.has(key)) places.set(key, at)
  }
  for (const item of patches) {
    const key = keyIn(item, mergeKey)
    const at = places.get(key) ?? merged.length
    const found = merged[at]
    merged[at] = isObject(found) ? options.mergeItems(found, item) : withoutNulls(item)
    places.set(key, at)
  }
  for (const item of merged) if (isObject(item)) keyIn(item, mergeKey)
  const list = orderElements(merged, { wanted: patches, live: kept }, keyOfItems(mergeKey))
  const same = list.length === original.length && list.every((item, at) => item === original[at])
  // Upstream works in place: what is added takes the slots of what was deleted, as far as they go.
  return { list: same ? original : list, live: merged.slice(0, original.length) }
}

interface Directed {
  readonly kept: List
  readonly patches: readonly JsonObject[]
  /** The whole list, if the patch says to replace it. */
  readonly replaced?: List
}

/** Carries out `$patch` on items: deletes them, or makes the others the whole list. */
function applyDirectives(original: List, patch: List, mergeKey: string): Directed {
  const patches: JsonObject[] = []
  const deleted = new Set<JsonValue | undefined>()
  let replace = false
  for (const item of patch) {
    if (!isObject(item)) continue
    const directive = memberOf(item, PATCH)
    if (directive === undefined) patches.push(item)
    else if (directive === 'delete') deleted.add(keyIn(item, mergeKey))
    else if (directive === 'replace') replace = true
    else if (directive === 'merge') {
      throw unforeseenPatch('merging lists cannot yet be specified in the patch')
    } else throw unknownDirective(directive, item)
  }
  const kept = original.filter((item) => !isObject(item) || !deleted.has(memberOf(item, mergeKey)))
  return { kept, patches, ...(replace && { replaced: patches.map(withoutNulls) }) }
}

/** A `$patch` that there is none of. */
export function unknownDirective(directive: JsonValue, where: JsonObject) {
  return unforeseenPatch(`unknown patch type: ${formatGo(directive)} in map: ${formatGo(where)}`)
}

/** The value of an item's merge key, without which it cannot be merged. */
export function keyIn(item: JsonObject, mergeKey: string): JsonValue {
  const key = memberOf(item, mergeKey)
  if (key !== undefined) return key
  throw unforeseenPatch(`map: ${formatGo(item)} does not contain declared merge key: ${mergeKey}`)
}

/** Identifies the items of a list of objects by their merge key, all others by themselves. */
export function keyOfItems(mergeKey: string): KeyOf {
  return (item) => (mergeKey !== '' && isObject(item) ? memberOf(item, mergeKey) : item)
}

/** The one Go type that all items are of. */
export function elementType(...lists: readonly List[]): string {
  const [first, ...others] = lists.flat()
  if (first === undefined) throw unforeseenPatch('no elements in any of the given slices')
  if (isList(first)) throw rejectedPatch('lists of lists are not supported')
  const type = goTypeOf(first)
  if (others.every((item) => goTypeOf(item) === type)) return type
  throw unforeseenPatch(`list element types are not identical: ${formatGo(lists)}`)
}
