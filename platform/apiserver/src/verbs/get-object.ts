import type { ApiAnswer } from '../server/api-request.ts'
import { notFound } from '../status/api-errors.ts'
import { waitForRevision } from './list-revision.ts'
import { type RequestContext, subjectOf } from './request-context.ts'

export async function getObject(context: RequestContext): Promise<ApiAnswer> {
  const { services, resource, namespace, name, request } = context
  const least = Number(request.query.get('resourceVersion') ?? 0)
  if (least > 0) await waitForRevision(services, least, request.signal)
  const found = await services.store.look(resource, namespace, name)
  if (found === undefined) throw notFound(subjectOf(context))
  return {
    type: 'object',
    status: 200,
    get object() {
      return found.object
    },
    ...(found.bytes !== undefined && { pieces: [found.bytes] }),
  }
}
