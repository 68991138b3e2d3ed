import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'

/** What ObjectMeta has; `true` where anything goes, a table where its parts are known too. */
interface Fields {
  readonly [name: string]: true | Fields
}

const OBJECT_META: Fields = {
  name: true,
  generateName: true,
  namespace: true,
  selfLink: true,
  uid: true,
  resourceVersion: true,
  generation: true,
  creationTimestamp: true,
  deletionTimestamp: true,
  deletionGracePeriodSeconds: true,
  labels: true,
  annotations: true,
  ownerReferences: {
    apiVersion: true,
    kind: true,
    name: true,
    uid: true,
    controller: true,
    blockOwnerDeletion: true,
  },
  finalizers: true,
  managedFields: {
    manager: true,
    operation: true,
    apiVersion: true,
    time: true,
    fieldsType: true,
    fieldsV1: true,
    subresource: true,
  },
}

/** Drops what ObjectMeta does not have, naming it in `unknown`, and what is empty there. Leaves wrong types alone. */
export function pruneMetadata(metadata: JsonObject, unknown: string[], path: string): JsonObject {
  return pruneFields(metadata, OBJECT_META, { unknown, path, dropEmpty: true })
}

interface Place {
  readonly unknown: string[]
  readonly path: string
  readonly dropEmpty?: boolean
}

function pruneFields(object: JsonObject, fields: Fields, { unknown, path, dropEmpty }: Place): JsonObject {
  let copy: Record<string, JsonValue | undefined> | undefined
  for (const key of Object.keys(object)) {
    const value = object[key]
    const known = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (known === undefined) unknown.push(`${path}.${key}`)
    if (known === undefined || (dropEmpty && isEmpty(value))) {
      copy ??= { ...object }
      delete copy[key]
    } else if (known !== true && isList(value)) {
      const pruned = pruneEach(value, known, { unknown, path: `${path}.${key}` })
      if (pruned === value) continue
      copy ??= { ...object }
      copy[key] = pruned
    }
  }
  return copy ?? object
}

function pruneEach(
  list: readonly JsonValue[],
  fields: Fields,
  { unknown, path }: Place,
): readonly JsonValue[] {
  let changed = false
  const pruned = list.map((item, at) => {
    if (!isObject(item)) return item
    const kept = pruneFields(item, fields, { unknown, path: `${path}[${at}]` })
    if (kept !== item) changed = true
    return kept
  })
  return changed ? pruned : list
}

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === null || value === '') return true
  if (isList(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}
