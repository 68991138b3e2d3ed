import { isSame, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import type { ShapedObject } from './check-shape.ts'

/** The object with each of its owners named once. Clients are told of what they named twice. */
export function deduplicated(object: ApiObject): ShapedObject {
  const owners = object.metadata.ownerReferences ?? []
  if (owners.length < 2) return { object, warnings: [] }
  const kept: JsonObject[] = []
  const twice = new Set<string>()
  for (const owner of owners) {
    if (kept.some((other) => isSame(other, owner))) twice.add(String(owner.uid))
    else kept.push(owner)
  }
  if (twice.size === 0) return { object, warnings: [] }
  const warning = `.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...twice].join(', ')}`
  return { object: withMeta(object, { ownerReferences: kept }), warnings: [warning] }
}
