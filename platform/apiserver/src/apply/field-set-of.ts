import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { FieldSet } from './field-set.ts'
import { type FieldType, type ListType, type MapType, narrowed, typeOfField } from './field-type.ts'
import { listItemElement } from './list-item-element.ts'
import { fieldElement, type Path } from './path-element.ts'

/** The fields that a value sets: what its manager owns by having applied it. The value must fit its type. */
export function fieldSetOf(value: JsonValue, type: FieldType): FieldSet {
  const set = new FieldSet()
  collect(value, type, [], set)
  return set
}

function collect(value: JsonValue, type: FieldType | undefined, path: Path, set: FieldSet): void {
  const { map, scalar, list } = narrowed(type ?? {}, value)
  if (map !== undefined) {
    if (map.atomic) set.insert(path)
    else if (isObject(value)) collectFields(value, map, path, set)
  } else if (scalar !== undefined) set.insert(path)
  else if (list?.atomic) set.insert(path)
  else if (list !== undefined && isList(value)) collectItems(value, list, path, set)
}

function collectFields(value: JsonObject, map: MapType, path: Path, set: FieldSet): void {
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const below = [...path, fieldElement(name)]
    collect(field, typeOfField(map, name), below, set)
    const bare = field === null || (isObject(field) && isEmptyObject(field))
    // A key of a map is owned like its value; a struct's field is there by what is in it.
    if (bare || map.field(name) === undefined) set.insert(below)
  }
}

function collectItems(items: readonly JsonValue[], list: ListType, path: Path, set: FieldSet): void {
  const byElement = Map.groupBy(items, (item) => listItemElement(list, item))
  for (const [element, [item = null, ...duplicates]] of byElement) {
    const below = [...path, element]
    // What is inside duplicates cannot be told apart: they are owned as one.
    if (duplicates.length === 0) collect(item, list.element(), below, set)
    set.insert(below)
  }
}

/** Whether an object has no field. */
export function isEmptyObject(value: JsonObject): boolean {
  return Object.values(value).every((field) => field === undefined)
}
