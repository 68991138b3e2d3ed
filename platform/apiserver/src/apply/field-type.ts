import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { OBJECT_META } from './object-meta-schema.ts'

/** What a value can be, for apply: one of these, or any of several where a schema does not say. */
export interface FieldType {
  readonly map?: MapType
  readonly scalar?: ScalarType
  readonly list?: ListType
}

export type ScalarType = 'numeric' | 'string' | 'boolean' | 'untyped'

export interface MapType {
  readonly atomic: boolean
  /** Of a field that the schema names. */
  field(name: string): FieldType | undefined
  /** Of every other field; undefined allows none. */
  element(): FieldType | undefined
  /** Whether nothing is known about its fields. */
  readonly deduced: boolean
}

export interface ListType {
  readonly atomic: boolean
  /** The fields that tell items apart; none for a set. */
  readonly keys: readonly string[]
  defaultOf(key: string): JsonValue | undefined
  element(): FieldType
}

const ATOMIC: FieldType = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], defaultOf: () => undefined, element: () => ATOMIC },
  map: { atomic: true, deduced: false, field: () => undefined, element: () => ATOMIC },
}

/** Of a value without a schema: maps by their fields, lists as a whole. */
export const DEDUCED: FieldType = {
  scalar: 'untyped',
  list: { atomic: true, keys: [], defaultOf: () => undefined, element: () => ATOMIC },
  map: { atomic: false, deduced: true, field: () => undefined, element: () => DEDUCED },
}

const known = { plain: new WeakMap<Schema, FieldType>(), preserving: new WeakMap<Schema, FieldType>() }
const objects = new WeakMap<Schema, FieldType>()

/** Of a whole object of a kind; its metadata is what it is for every kind. */
export function objectTypeOf(schema: Schema | undefined): FieldType {
  if (schema === undefined) return DEDUCED
  const type = objects.get(schema) ?? fieldTypeOf({ ...schema, type: 'object', embeddedResource: true })
  objects.set(schema, type)
  return type
}

/** Of a value; `preserving` is below a schema that keeps unknown fields. Schemas may refer to themselves. */
export function fieldTypeOf(schema: Schema, preserving = false): FieldType {
  const preserves = preserving || schema.preserveUnknownFields === true
  const cache = preserves ? known.preserving : known.plain
  const type = cache.get(schema) ?? typeOf(schema, preserves)
  cache.set(schema, type)
  return type
}

function typeOf(schema: Schema, preserves: boolean): FieldType {
  switch (schema.type) {
    case 'object':
      return { map: mapTypeOf(schema, preserves) }
    case 'array':
      return { list: listTypeOf(schema, preserves) }
    case 'string':
      return { scalar: schema.format === undefined || schema.format === 'byte' ? 'string' : 'untyped' }
    case 'integer':
    case 'number':
      return { scalar: 'numeric' }
    case 'boolean':
      return { scalar: 'boolean' }
    default:
      return { map: mapTypeOf(schema, preserves), scalar: 'untyped', list: listTypeOf(schema, preserves) }
  }
}

const EMBEDDED: ReadonlyMap<string, Schema> = new Map([
  ['apiVersion', { type: 'string' }],
  ['kind', { type: 'string' }],
  ['metadata', OBJECT_META],
])

function mapTypeOf(schema: Schema, preserves: boolean): MapType {
  const { properties = {}, additionalProperties, embeddedResource = false } = schema
  const bare = Object.keys(properties).length === 0 && !embeddedResource
  const element = (): FieldType | undefined => {
    if (additionalProperties === undefined) return preserves || bare ? DEDUCED : undefined
    if (typeof additionalProperties === 'boolean') return additionalProperties ? DEDUCED : undefined
    return fieldTypeOf(additionalProperties, preserves)
  }
  return {
    atomic: schema.mapType === 'atomic',
    deduced: bare && element()?.scalar === 'untyped',
    element,
    field: (name) => {
      const embedded = embeddedResource ? EMBEDDED.get(name) : undefined
      if (embedded !== undefined) return fieldTypeOf(embedded)
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return property === undefined ? undefined : fieldTypeOf(property, preserves)
    },
  }
}

function listTypeOf(schema: Schema, preserves: boolean): ListType {
  const { items } = schema
  return {
    ...relationOf(schema),
    defaultOf: (key) => items?.properties?.[key]?.default,
    element: () => (items === undefined ? ATOMIC : fieldTypeOf(items, preserves)),
  }
}

/** Built-ins that are older than list types say by their patch strategy what they are. */
function relationOf(schema: Schema): Pick<ListType, 'atomic' | 'keys'> {
  const { listType, listMapKeys = [], patchStrategy = '', patchMergeKey } = schema
  if (listType !== undefined)
    return { atomic: listType === 'atomic', keys: listType === 'map' ? listMapKeys : [] }
  const merged = patchStrategy.split(',').includes('merge')
  return { atomic: !merged, keys: merged && patchMergeKey !== undefined ? [patchMergeKey] : [] }
}

/** The type with only what this value is; all of it where that cannot be told, as of null. */
export function narrowed(type: FieldType, value: JsonValue | undefined): FieldType {
  if (value === undefined || value === null) return type
  if (isList(value)) return type.list === undefined ? type : { list: type.list }
  if (isObject(value)) return type.map === undefined ? type : { map: type.map }
  return type.scalar === undefined ? type : { scalar: type.scalar }
}

/** Of a field in a map: its own, or that of all fields without one. */
export function typeOfField(map: MapType, name: string): FieldType | undefined {
  return map.field(name) ?? map.element()
}
