import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { Admitting } from './admission.ts'
import { askedKind } from './asked-kind.ts'

/** An object in another version of its resource. */
export type ConvertObject = (object: ApiObject, to: Resource) => Promise<ApiObject>

/** Converts as the resource's own storage does. */
export const convertAsStored: ConvertObject = async (object, to) => {
  const [converted] = await to.stored.convert([object], to)
  if (converted === undefined) throw new Error(`unable to convert to ${apiVersionOf(to)}, Kind=${to.kind}`)
  return converted
}

/** A request with its objects in the version that a webhook or a policy wants to see. */
export interface VersionedAsk {
  readonly ask: Admitting
  readonly resource: Resource
  readonly object: ApiObject | undefined
  readonly oldObject: ApiObject | undefined
}

/** The request in one version of its resource. Bodies of subresources such as `scale` have versions of their own and stay. */
export async function versionedAsk(
  ask: Admitting,
  to: Resource,
  convert: ConvertObject,
): Promise<VersionedAsk> {
  const { object, oldObject } = ask
  const apiVersion = apiVersionOf(to)
  const isOwn = askedKind(ask.resource, ask.subresource).kind === ask.resource.kind
  const inVersion = async (one: ApiObject | undefined): Promise<ApiObject | undefined> =>
    one === undefined || !isOwn || one.apiVersion === apiVersion ? one : convert(one, to)
  return { ask, resource: to, object: await inVersion(object), oldObject: await inVersion(oldObject) }
}
