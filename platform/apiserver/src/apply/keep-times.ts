import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { managedFieldsOf, withoutOwners } from './managed-fields.ts'

/**
 * The updated object with the live one's times in managedFields if nothing else differs: a write that changes nothing
 * is then no change. For every write, as the last step before the object is stored.
 */
export function keepTimes(live: JsonObject, updated: JsonObject): JsonObject {
  const [before, after] = [managedFieldsOf(live), managedFieldsOf(updated)]
  if (!isList(before) || !isList(after) || after.length === 0) return updated
  if (!isSame(before.map(timeless), after.map(timeless))) return updated
  if (!isSame(withoutOwners(live), withoutOwners(updated))) return updated
  return { ...updated, metadata: { ...metadataOf(updated), managedFields: before } }
}

function timeless(entry: JsonValue): JsonValue {
  if (!isObject(entry)) return entry
  const { time: _, ...rest } = entry
  return rest
}

function metadataOf(object: JsonObject): JsonObject {
  return isObject(object.metadata) ? object.metadata : {}
}
