import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { forbidden, invalid, required, unsupported } from './complaints.ts'
import { isSet, propertyOf, typeOf } from './parts-of.ts'

const LIST_TYPE = 'x-kubernetes-list-type'
const LIST_MAP_KEYS = 'x-kubernetes-list-map-keys'
const MAP_TYPE = 'x-kubernetes-map-type'

/** Checks that x-kubernetes-list-type, -list-map-keys and -map-type fit the schema that has them. */
export function checkListType(schema: JsonObject, path: string): readonly FieldError[] {
  return [
    ...checkMapType(schema, path),
    ...checkKind(schema, path),
    ...checkKeys(schema, path),
    ...checkItems(schema, path),
  ]
}

function checkMapType(schema: JsonObject, path: string): readonly FieldError[] {
  const mapType = schema[MAP_TYPE]
  if (typeof mapType !== 'string') return []
  const errors = wrongType(schema, path, { wanted: 'object', because: MAP_TYPE })
  const known = ['atomic', 'granular']
  return known.includes(mapType) ? errors : [...errors, unsupported(`${path}.${MAP_TYPE}`, mapType, known)]
}

function checkKind(schema: JsonObject, path: string): readonly FieldError[] {
  const listType = schema[LIST_TYPE]
  if (typeof listType !== 'string') return []
  const errors = [...wrongType(schema, path, { wanted: 'array', because: LIST_TYPE })]
  const { items } = schema
  if (errors.length === 0 && listType === 'set' && isObject(items)) errors.push(...checkSetItems(items, path))
  const known = ['atomic', 'set', 'map']
  return known.includes(listType) ? errors : [...errors, unsupported(`${path}.${LIST_TYPE}`, listType, known)]
}

function wrongType(
  schema: JsonObject,
  path: string,
  { wanted, because }: { readonly wanted: string; readonly because: string },
): readonly FieldError[] {
  const type = typeOf(schema)
  if (type === wanted) return []
  const detail = `must be ${wanted} if ${because} is specified`
  return [type === '' ? required(`${path}.type`, detail) : invalid(`${path}.type`, type, detail)]
}

/** Entries of a set are compared as a whole, so they must be atomic. */
function checkSetItems(items: JsonObject, path: string): readonly FieldError[] {
  const detail = 'must be atomic as item of a list with x-kubernetes-list-type=set'
  const listType = items[LIST_TYPE] ?? null
  if (typeOf(items) === 'array' && listType !== null && listType !== 'atomic') {
    return [invalid(`${path}.items.${LIST_TYPE}`, listType, detail)]
  }
  if (typeOf(items) === 'object' && items[MAP_TYPE] !== 'atomic') {
    return [invalid(`${path}.items.${MAP_TYPE}`, listType, detail)]
  }
  return []
}

function checkKeys(schema: JsonObject, path: string): readonly FieldError[] {
  const listType = schema[LIST_TYPE]
  const keys = keysOf(schema)
  const errors: FieldError[] = []
  if (keys.length > 0 && listType !== 'map') {
    const detail = 'must be map if x-kubernetes-list-map-keys is non-empty'
    const field = `${path}.${LIST_TYPE}`
    errors.push(typeof listType === 'string' ? invalid(field, listType, detail) : required(field, detail))
  }
  if (listType !== 'map') return errors
  if (keys.length === 0) {
    errors.push(required(`${path}.${LIST_MAP_KEYS}`, 'must not be empty if x-kubernetes-list-type is map'))
  }
  const { items } = schema
  if (!isObject(items)) {
    if (!isSet(items)) {
      errors.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'))
    }
    return errors
  }
  if (typeOf(items) === 'object') return [...errors, ...checkKeyNames(keys, items, path)]
  const detail = "must be object if parent array's x-kubernetes-list-type is map"
  return [...errors, invalid(`${path}.items.type`, typeOf(items), detail)]
}

function checkKeyNames(keys: readonly string[], items: JsonObject, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const [at, key] of keys.entries()) {
    const property = propertyOf(items, key)
    if (property === undefined) {
      errors.push(invalid(`${path}.${LIST_MAP_KEYS}`, keys, 'entries must all be names of item properties'))
    } else if (['array', 'object'].includes(typeOf(property))) {
      const detail = "must be a scalar type if parent array's x-kubernetes-list-type is map"
      errors.push(invalid(`${path}.items.properties[${key}].type`, typeOf(items), detail))
    }
    if (keys.indexOf(key) < at) {
      errors.push(invalid(`${path}.${LIST_MAP_KEYS}`, keys, 'must not contain duplicate entries'))
    }
  }
  return errors
}

function checkItems(schema: JsonObject, path: string): readonly FieldError[] {
  const { items } = schema
  const listType = schema[LIST_TYPE]
  if (!isObject(items) || (listType !== 'set' && listType !== 'map')) return []
  const errors: FieldError[] = []
  if (isSet(items.nullable)) {
    const detail = `cannot be nullable when x-kubernetes-list-type is ${listType}`
    errors.push(forbidden(`${path}.items.nullable`, detail))
  }
  if (listType === 'set') return errors
  const mustHave = isList(items.required) ? items.required : []
  for (const key of keysOf(schema)) {
    const property = propertyOf(items, key)
    if (property === undefined) continue
    const place = `${path}.items.properties[${key}]`
    const because = 'this property is in x-kubernetes-list-map-keys, so it'
    if (!mustHave.includes(key) && (property.default ?? null) === null) {
      errors.push(required(`${place}.default`, `${because} must have a default or be a required property`))
    }
    if (isSet(property.nullable)) errors.push(forbidden(`${place}.nullable`, `${because} cannot be nullable`))
  }
  return errors
}

function keysOf(schema: JsonObject): readonly string[] {
  const keys = schema[LIST_MAP_KEYS]
  return isList(keys) ? keys.filter((key) => typeof key === 'string') : []
}
