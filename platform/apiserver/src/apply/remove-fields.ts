import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { FieldSet } from './field-set.ts'
import { type FieldType, type ListType, type MapType, narrowed, typeOfField } from './field-type.ts'
import { listItemElement } from './list-item-element.ts'
import { fieldElement } from './path-element.ts'

/** The value without these fields; null if nothing is left of it. */
export function removeFields(value: JsonValue, fields: FieldSet, type: FieldType | undefined): JsonValue {
  const { map, scalar, list } = narrowed(type ?? {}, value)
  if (map !== undefined) return isObject(value) && !map.atomic ? withoutFields(value, fields, map) : null
  if (scalar !== undefined) return value
  return list !== undefined && isList(value) && !list.atomic ? withoutItems(value, fields, list) : null
}

function withoutFields(value: JsonObject, fields: FieldSet, map: MapType): JsonValue {
  const kept: [string, JsonValue][] = []
  for (const [name, field] of Object.entries(value)) {
    const element = fieldElement(name)
    if (field === undefined || fields.members.has(element)) continue
    const below = fields.below(element)
    kept.push([name, below.isEmpty() ? field : removeFields(field, below, typeOfField(map, name))])
  }
  return kept.length === 0 ? null : Object.fromEntries(kept)
}

function withoutItems(items: readonly JsonValue[], fields: FieldSet, list: ListType): JsonValue {
  const kept: JsonValue[] = []
  for (const item of items) {
    const element = listItemElement(list, item)
    if (fields.members.has(element)) continue
    const below = fields.below(element)
    kept.push(below.isEmpty() ? item : removeFields(item, below, list.element()))
  }
  return kept.length === 0 ? null : kept
}
