import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { setMember } from '../json/set-member.ts'
import { cannotUnmarshal, malformedPatch } from './patch-error.ts'

/** The document after a JSON merge patch (RFC 7386); throws an ApiError 400 if it is none. */
export function applyMergePatch(document: JsonObject, patch: JsonValue): JsonObject {
  if (patch === null) throw malformedPatch('Invalid JSON Patch')
  if (!isObject(patch)) {
    const reason = cannotUnmarshal(patch, 'value of type map[string]interface {}')
    throw malformedPatch(`error decoding patch: ${reason}`)
  }
  return mergeObjects(document, patch)
}

function mergeObjects(current: JsonObject, patch: JsonObject): JsonObject {
  const merged = { ...current } as Record<string, JsonValue>
  let changed = false
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) continue
    const before = memberOf(current, key)
    if (value === null) {
      changed ||= before !== undefined
      delete merged[key]
      continue
    }
    const after = mergeValues(before, value)
    changed ||= after !== before
    setMember(merged, key, after)
  }
  return changed ? merged : current
}

function mergeValues(current: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(current)) return withoutNullMembers(patch)
  return isObject(patch) ? mergeObjects(current, patch) : patch
}

/** Upstream looks into lists as well, unless they take the place of an object. */
function withoutNullMembers(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(withoutNullMembers)
  return isObject(value) ? mergeObjects({}, value) : value
}
