import { settleRequest } from '../builtin/certificates/settle-request.ts'
import { timestamp } from '../resources/api-object.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import type { RequestContext } from './request-context.ts'

/** Writes how far a request for a certificate is: conditions that come without a time get that of the write. */
export function approveRequest(
  context: RequestContext,
  write: (context: RequestContext) => Promise<ApiAnswer>,
): Promise<ApiAnswer> {
  const { resource, services } = context
  const now = timestamp(services.clock.now())
  const strategy = {
    ...resource.strategy,
    prepareSubresource: (...[object, old, subresource]: SettleParameters) =>
      settleRequest(object, old, { subresource, now }),
  }
  return write({ ...context, resource: { ...resource, strategy } })
}

type SettleParameters = Parameters<NonNullable<RequestContext['resource']['strategy']['prepareSubresource']>>
