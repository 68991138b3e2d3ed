import { isSame } from './is-same.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/**
 * The JSON merge patch (RFC 7386) that turns one object into another; `undefined` if they are the same. Lists are
 * replaced whole. A property that is to become null is taken away, as such patches cannot say null.
 */
export function mergePatch(from: JsonObject, to: JsonObject): JsonObject | undefined {
  const patch: Record<string, JsonValue> = {}
  for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const before = from[name] ?? undefined
    const after = to[name] ?? undefined
    if (isSame(before, after)) continue
    if (after === undefined) patch[name] = null
    else if (isJsonObject(before) && isJsonObject(after)) {
      const inner = mergePatch(before, after)
      if (inner !== undefined) patch[name] = inner
    } else patch[name] = withoutNull(after)
  }
  return Object.keys(patch).length === 0 ? undefined : patch
}

/** A null inside of a new object would be taken for a removal. */
function withoutNull(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, item]) => item !== null && item !== undefined)
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutNull(item as JsonValue)]))
}
