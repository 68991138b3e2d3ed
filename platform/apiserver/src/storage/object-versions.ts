import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'

/** Stored objects as the resource shows them: by the rules of today, in its version. */
export async function showObjects(
  resource: Resource,
  kept: readonly ApiObject[],
): Promise<readonly ApiObject[]> {
  const { prune, fill } = resource.stored
  const wanted = apiVersionOf(resource)
  const pruned = prune === undefined ? kept : kept.map(prune)
  const fresh = fill === undefined ? pruned : pruned.map(fill)
  const others = fresh.filter(({ apiVersion }) => apiVersion !== wanted)
  return others.length === 0 ? fresh : converted(resource, fresh, others)
}

export async function showObject(resource: Resource, kept: ApiObject): Promise<ApiObject> {
  const [shown = kept] = await showObjects(resource, [kept])
  return shown
}

/** The object in the version it is to be kept in: the same one if that is its own. */
export async function keepObject({ stored }: Resource, object: ApiObject): Promise<ApiObject> {
  if (object.apiVersion === apiVersionOf(stored) && object.kind === stored.kind) return object
  const [kept = object] = await stored.convert([object], stored)
  return stored.prune?.(kept) ?? kept
}

/** Everything that needs it is converted at once: each time may be a call to a webhook. */
async function converted(
  resource: Resource,
  kept: readonly ApiObject[],
  others: readonly ApiObject[],
): Promise<readonly ApiObject[]> {
  const { convert, prune = (object) => object } = resource.stored
  const changed = (await convert(others, resource)).map(prune)
  if (others.length === kept.length) return changed
  const changes = new Map(others.map((object, at) => [object, changed[at] ?? object]))
  return kept.map((object) => changes.get(object) ?? object)
}
