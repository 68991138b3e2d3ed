import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { jsonText, shown } from '../go-text.ts'
import type { Schema } from '../schema.ts'

/** Says where lists of list-type set or map have an entry twice; each only once. */
export function checkLists(
  value: JsonValue | undefined,
  schema: Schema,
  path: string,
): readonly FieldError[] {
  if (typeof value !== 'object' || value === null || !hasKeyedLists(schema)) return NONE
  return isList(value) ? checkItems(value, schema, path) : checkFields(value as JsonObject, schema, path)
}

const NONE: readonly FieldError[] = []
const known = new WeakMap<Schema, boolean>()

/** Whether a schema has lists of list-type set or map anywhere; looked for once. */
export function hasKeyedLists(schema: Schema): boolean {
  let has = known.get(schema)
  if (has === undefined) {
    const { listType, items, additionalProperties, properties = {} } = schema
    const parts = [items, additionalProperties, ...Object.values(properties)]
    const isKeyed = listType === 'set' || listType === 'map'
    has = isKeyed || parts.some((part) => typeof part === 'object' && hasKeyedLists(part))
    known.set(schema, has)
  }
  return has
}

function checkFields(object: JsonObject, schema: Schema, path: string): readonly FieldError[] {
  const { properties, additionalProperties } = schema
  const errors: FieldError[] = []
  for (const name of Object.keys(object)) {
    if (typeof additionalProperties === 'object') {
      errors.push(...checkLists(object[name], additionalProperties, `${path}[${name}]`))
    }
    const property =
      properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property !== undefined) {
      errors.push(...checkLists(object[name], property, path === '' ? name : `${path}.${name}`))
    }
  }
  return errors
}

function checkItems(list: readonly JsonValue[], schema: Schema, path: string): readonly FieldError[] {
  const { items } = schema
  const own = checkList(list, schema, path)
  if (items === undefined || !hasKeyedLists(items)) return own
  return [...own, ...list.flatMap((item, at) => checkLists(item, items, `${path}[${at}]`))]
}

function checkList(list: readonly JsonValue[], schema: Schema, path: string): readonly FieldError[] {
  if (schema.listType === 'set') return duplicates(list, path)
  if (schema.listType !== 'map') return []
  const wrong = list.findIndex((item) => item !== null && !isObject(item))
  if (wrong >= 0) {
    const value = shown(list[wrong] ?? null)
    const detail = 'must be an object for an array of list-type map'
    return [{ field: `${path}[${wrong}]`, type: 'FieldValueInvalid', value, detail }]
  }
  const names = schema.listMapKeys ?? []
  return duplicates(list, path, (item) => keyOf(isObject(item) ? item : {}, names))
}

/** What an entry of a map list is known by: the fields among its keys that it has. */
function keyOf(item: JsonObject, names: readonly string[]): JsonObject {
  const key: Record<string, JsonValue> = {}
  for (const name of names) {
    const value = item[name]
    if (value !== undefined && Object.hasOwn(item, name)) key[name] = value
  }
  return key
}

function duplicates(
  list: readonly JsonValue[],
  path: string,
  keyOfItem: (item: JsonValue) => JsonValue = (item) => item,
): readonly FieldError[] {
  if (list.length < 2) return []
  const times = new Map<string, number>()
  const errors: FieldError[] = []
  for (const [at, item] of list.entries()) {
    const key = keyOfItem(item)
    const text = identityOf(key)
    const before = times.get(text) ?? 0
    times.set(text, before + 1)
    if (before !== 1) continue
    errors.push({ field: `${path}[${at}]`, type: 'FieldValueDuplicate', value: shown(key), detail: '' })
  }
  return errors
}

function identityOf(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}`
  if (!isObject(value)) return jsonText(value)
  let text = '{'
  for (const name of Object.keys(value).sort()) text += `${name}:${identityOf(value[name] ?? null)},`
  return text
}
