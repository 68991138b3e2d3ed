import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

/** Stored objects as the resource shows them, in its version and by its present rules. */
export async function showObjects(
  resource: Resource,
  kept: readonly ApiObject[],
): Promise<readonly ApiObject[]> {
  const wanted = apiVersionOf(resource)
  const others = kept.filter(({ apiVersion }) => apiVersion !== wanted)
  const { refresh } = resource.strategy
  const shown = others.length === 0 ? kept : await converted(resource, kept, others)
  return refresh === undefined ? shown : shown.map(refresh)
}

export async function showObject(resource: Resource, kept: ApiObject): Promise<ApiObject> {
  const [shown = kept] = await showObjects(resource, [kept])
  return shown
}

/** The object in the version it is to be kept in: the same one if that is its own. */
export async function keepObject({ stored }: Resource, object: ApiObject): Promise<ApiObject> {
  if (object.apiVersion === apiVersionOf(stored) && object.kind === stored.kind) return object
  const [kept = object] = await stored.convert([object], stored)
  return kept
}

/** Everything that needs it is converted at once: each time may be a call to a webhook. */
async function converted(
  resource: Resource,
  kept: readonly ApiObject[],
  others: readonly ApiObject[],
): Promise<readonly ApiObject[]> {
  const changed = await resource.stored.convert(others, resource)
  if (others.length === kept.length) return changed
  const changes = new Map(others.map((object, at) => [object, changed[at] ?? object]))
  return kept.map((object) => changes.get(object) ?? object)
}
