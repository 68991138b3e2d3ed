import { trackUpdate as trackOwners, type WriteOptions } from '../apply/apply-manager.ts'
import { managerOf } from '../apply/manager-of.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import { hasStatus, type RequestContext } from './request-context.ts'

/** Who writes: as the request says, or by the name of its client. */
export function fieldManagerOf({ request }: RequestContext): string {
  const named = request.query.get('fieldManager') ?? ''
  return named === '' ? managerOf(request.headers['user-agent'] ?? '') : named
}

/** What a write needs to know to keep account of who owns which field. */
export function writeOptionsOf(context: RequestContext): WriteOptions {
  const { resource, subresource, services } = context
  return {
    manager: fieldManagerOf(context),
    schema: resource.schema(),
    apiVersion: apiVersionOf(resource),
    now: new Date(services.clock.now()),
    empty: resource.empty(),
    ...(subresource !== '' && { subresource }),
    ...(!hasStatus(resource) && { reset: [] }),
  }
}

export function trackCreate(context: RequestContext, object: ApiObject): ApiObject {
  return trackOwners({ ...writeOptionsOf(context), live: undefined, updated: object }) as ApiObject
}

export function trackUpdate(context: RequestContext, object: ApiObject, old: ApiObject): ApiObject {
  return trackOwners({ ...writeOptionsOf(context), live: old, updated: object }) as ApiObject
}
