import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { isEmptyObject } from './field-set-of.ts'
import { type FieldType, type MapType, narrowed, typeOfField } from './field-type.ts'
import { mergeLists } from './merge-lists.ts'

/** The live value with what is applied: maps field by field, associative lists item by item, all else replaced. */
export function mergeValues(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  type: FieldType | undefined,
): JsonValue | undefined {
  const { map, scalar, list } = narrowed(type ?? {}, applied === undefined ? live : applied)
  const kept = applied === undefined ? live : applied
  if (map !== undefined) return map.atomic ? kept : mergeFields(live, applied, map)
  if (scalar !== undefined || list === undefined || list.atomic) return kept
  const items = { live: isList(live) ? live : [], applied: isList(applied) ? applied : [] }
  if (items.live.length + items.applied.length === 0) return kept
  return mergeLists(items, list, (before, after) => mergeValues(before, after, list.element()))
}

function mergeFields(
  live: JsonValue | undefined,
  applied: JsonValue | undefined,
  map: MapType,
): JsonValue | undefined {
  const before = isObject(live) ? live : {}
  const after = isObject(applied) ? applied : {}
  // That keeps empty and null apart.
  if (isEmptyObject(before) && isEmptyObject(after)) return applied === undefined ? live : applied
  const merged = Object.keys({ ...before, ...after }).map((name) => {
    const [old, now] = [own(before, name), own(after, name)]
    return [name, mergeValues(old, now, typeOfField(map, name))] as const
  })
  const set = merged.filter(([, value]) => value !== undefined)
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}
