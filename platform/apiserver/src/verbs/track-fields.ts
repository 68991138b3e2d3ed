import { trackUpdate as trackOwners, type WriteOptions } from '../apply/apply-manager.ts'
import { managerOf } from '../apply/manager-of.ts'
import { pathOf } from '../apply/path-element.ts'
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
    ...(resource.versions !== undefined && { versions: resource.versions() }),
    ...resetOf(context),
  }
}

/** What the path that is written through does not reach belongs to nobody who writes there. */
function resetOf({ resource, subresource }: RequestContext): Pick<WriteOptions, 'reset'> {
  if (!hasStatus(resource)) return { reset: [] }
  const kept = subresource === 'status' ? (resource.strategy.keptBy?.(subresource) ?? []) : []
  if (kept.length === 0) return {}
  return { reset: [pathOf('spec'), ...kept.map((member) => pathOf('metadata', member))] }
}

export function trackCreate(context: RequestContext, object: ApiObject): ApiObject {
  return trackOwners({ ...writeOptionsOf(context), live: undefined, updated: object }) as ApiObject
}

export function trackUpdate(context: RequestContext, object: ApiObject, old: ApiObject): ApiObject {
  return trackOwners({ ...writeOptionsOf(context), live: old, updated: object }) as ApiObject
}
