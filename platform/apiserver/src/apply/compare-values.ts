import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { isEmptyObject } from './field-set-of.ts'
import { type FieldType, type ListType, type MapType, narrowed, typeOfField } from './field-type.ts'
import { listItemElement } from './list-item-element.ts'
import { fieldElement, type Path } from './path-element.ts'

/** Which fields differ between two values. */
export interface Comparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

interface Pair {
  readonly before: JsonValue | undefined
  readonly after: JsonValue | undefined
  readonly path: Path
}

/** What was added, modified and removed on the way from one value to the other. Both must fit the type. */
export function compareValues(before: JsonValue, after: JsonValue, type: FieldType): Comparison {
  const found = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() }
  compare({ before, after, path: [] }, type, found)
  return found
}

function compare(pair: Pair, type: FieldType | undefined, found: Comparison): void {
  const { before, after, path } = pair
  const old = narrowed(type ?? {}, before)
  const now = narrowed(type ?? {}, after)
  let whole: boolean
  if (after === undefined) whole = compareAs(old, pair, found)
  else {
    // A value that became another kind of value loses what was in it, too.
    if (before !== undefined && !isSameKind(old, now)) compareAs(old, pair, found)
    whole = compareAs(now, pair, found)
  }
  if (whole) return
  if (before === undefined) found.added.insert(path)
  else if (after === undefined) found.removed.insert(path)
}

function isSameKind(a: FieldType, b: FieldType): boolean {
  return a.map === b.map && a.list === b.list && a.scalar === b.scalar
}

/** Says whether the value was compared as a whole. */
function compareAs({ map, scalar, list }: FieldType, pair: Pair, found: Comparison): boolean {
  const { before, after } = pair
  if (map !== undefined) {
    const fields = { before: fieldsOf(before), after: fieldsOf(after) }
    if (map.atomic || (isEmptyObject(fields.before) && isEmptyObject(fields.after)))
      return compareWhole(pair, found)
    compareFields(fields, map, { path: pair.path, found })
    return false
  }
  if (scalar !== undefined || list === undefined) return compareWhole(pair, found)
  const items = { before: isList(before) ? before : [], after: isList(after) ? after : [] }
  if (list.atomic || items.before.length + items.after.length === 0) return compareWhole(pair, found)
  compareItems(items, list, { path: pair.path, found })
  return false
}

function compareWhole({ before, after, path }: Pair, found: Comparison): true {
  if (before === undefined) found.added.insert(path)
  else if (after === undefined) found.removed.insert(path)
  else if (!isSame(before, after)) found.modified.insert(path)
  return true
}

interface Place {
  readonly path: Path
  readonly found: Comparison
}

function compareFields(sides: Sides<JsonObject>, map: MapType, { path, found }: Place): void {
  for (const name of Object.keys({ ...sides.before, ...sides.after })) {
    const pair = { before: own(sides.before, name), after: own(sides.after, name) }
    if (pair.before === undefined && pair.after === undefined) continue
    compare({ ...pair, path: [...path, fieldElement(name)] }, typeOfField(map, name), found)
  }
}

interface Sides<T> {
  readonly before: T
  readonly after: T
}

function compareItems(sides: Sides<readonly JsonValue[]>, list: ListType, { path, found }: Place): void {
  const before = Map.groupBy(sides.before, (item) => listItemElement(list, item))
  const after = Map.groupBy(sides.after, (item) => listItemElement(list, item))
  for (const element of new Set([...before.keys(), ...after.keys()])) {
    const old = before.get(element) ?? []
    const now = after.get(element) ?? []
    const below = [...path, element]
    if (old.length <= 1 && now.length <= 1) {
      compare({ before: old[0], after: now[0], path: below }, list.element(), found)
    } else if (old.length > 1 && now.length > 1) {
      if (!isSame(old, now)) found.modified.insert(below)
    } else if (old.length > 1) {
      // Duplicates are owned as one item: that one goes, and what is left is new.
      if (now.length > 0) compare({ before: undefined, after: now[0], path: below }, list.element(), found)
      found.removed.insert(below)
    } else {
      if (old.length > 0) compare({ before: old[0], after: undefined, path: below }, list.element(), found)
      found.added.insert(below)
    }
  }
}

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {}
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
