import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { pruneMetadata } from './prune-metadata.ts'
import type { Schema } from './schema.ts'

export interface Pruned<T extends JsonValue = JsonValue> {
  readonly value: T
  /** Where fields were dropped, such as `spec.list[0].x`: metadata first, then sorted. */
  readonly unknown: readonly string[]
}

/** How strict field validation and warnings call a field that was dropped. */
export function unknownField(path: string): string {
  return `unknown field "${path}"`
}

/** Drops what the schema of a custom resource does not know. Shares what stays the same, and never mutates. */
export function prune(value: JsonValue, schema: Schema): Pruned {
  const embedded: string[] = []
  const dropped: Dropped = { metadata: [], fields: [], embedded }
  const root = isObject(value) ? withMetadata(value, dropped.metadata, '') : value
  const pruned = pruneValue(root, schema.embeddedResource ? schema : { ...schema, embeddedResource: true }, {
    path: '',
    dropped,
    isRoot: true,
  })
  return {
    value: pruned,
    unknown: [...dropped.metadata, ...dropped.fields.sort(), ...embedded.sort()],
  }
}

/** Drops from a default what its schema does not know; looks into no metadata. */
export function pruneDefault(value: JsonValue, schema: Schema): JsonValue {
  const dropped: Dropped = { metadata: [], fields: [], embedded: undefined }
  return pruneValue(value, schema, { path: '', dropped })
}

interface Dropped {
  readonly metadata: string[]
  readonly fields: string[]
  /** In the metadata of embedded resources, which are left alone where this is not. */
  readonly embedded: string[] | undefined
}

interface Place {
  readonly path: string
  readonly dropped: Dropped
  /** The metadata of the root is seen to already. */
  readonly isRoot?: boolean
}

function pruneValue(value: JsonValue, schema: Schema | undefined, place: Place): JsonValue {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return pruneList(value, schema, place)
  return pruneObject(value as JsonObject, schema, place)
}

function pruneList(list: readonly JsonValue[], schema: Schema | undefined, place: Place): JsonValue {
  const { path, dropped } = place
  const items = itemsOf(schema)
  if (items === KEEP) return list
  let copy: JsonValue[] | undefined
  for (const [at, item] of list.entries()) {
    if (typeof item !== 'object' || item === null) continue
    const pruned = pruneValue(item, items, { path: `${path}[${at}]`, dropped })
    if (pruned === item) continue
    copy ??= [...list]
    copy[at] = pruned
  }
  return copy ?? list
}

function pruneObject(object: JsonObject, schema: Schema | undefined, place: Place): JsonValue {
  const { path, dropped, isRoot } = place
  let copy: Record<string, JsonValue | undefined> | undefined
  for (const key of Object.keys(object)) {
    const field = object[key]
    if (field === undefined || (schema?.embeddedResource && isMeta(key))) continue
    const known = fieldSchemaOf(schema, key)
    if (known === KEEP || (known !== DROP && (typeof field !== 'object' || field === null))) continue
    const at = path === '' ? key : `${path}.${key}`
    if (known === DROP) {
      dropped.fields.push(at)
      copy ??= copyOf(object)
      delete copy[key]
      continue
    }
    const pruned = pruneValue(field, known, { path: at, dropped })
    if (pruned === field) continue
    copy ??= copyOf(object)
    copy[key] = pruned
  }
  const kept = copy ?? object
  if (isRoot || !schema?.embeddedResource || dropped.embedded === undefined) return kept
  return withMetadata(kept, dropped.embedded, path)
}

const KEEP = Symbol('keep')
const DROP = Symbol('drop')

function fieldSchemaOf(
  schema: Schema | undefined,
  key: string,
): Schema | undefined | typeof KEEP | typeof DROP {
  if (schema === undefined) return DROP
  const { properties, additionalProperties } = schema
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key]
  if (additionalProperties !== undefined) {
    return typeof additionalProperties === 'boolean' ? undefined : additionalProperties
  }
  return schema.preserveUnknownFields ? KEEP : DROP
}

/** Below a list that preserves, items preserve too, whatever their own schema says. */
function itemsOf(schema: Schema | undefined): Schema | undefined | typeof KEEP {
  if (!schema?.preserveUnknownFields) return schema?.items
  return schema.items === undefined ? KEEP : { ...schema.items, preserveUnknownFields: true }
}

function isMeta(key: string): boolean {
  return key === 'metadata' || key === 'kind' || key === 'apiVersion'
}

function withMetadata(object: JsonObject, unknown: string[], path: string): JsonObject {
  const { metadata } = object
  if (!isObject(metadata)) return object
  const pruned = pruneMetadata(metadata, unknown, path === '' ? 'metadata' : `${path}.metadata`)
  return pruned === metadata ? object : { ...object, metadata: pruned }
}

function copyOf(object: JsonObject): Record<string, JsonValue | undefined> {
  return { ...object }
}
