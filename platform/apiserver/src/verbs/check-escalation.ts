import { checkEscalation as check, isRbacResource } from '../auth/rbac/check-escalation.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { RequestContext } from './request-context.ts'

/** Nobody gives to others what they do not have. */
export function checkEscalation(
  context: RequestContext,
  object: ApiObject,
  old: ApiObject | undefined,
): void {
  const { user, namespace, name, services, subresource } = context
  const { group, resource } = context.resource
  if (subresource !== '' || !isRbacResource(group, resource)) return
  check({ user, resource, namespace, name, object, oldObject: old }, services.security)
}
