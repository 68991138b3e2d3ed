import { answerReview, type ReviewKind } from '../auth/reviews/answer-review.ts'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { shapeObject } from './check-shape.ts'
import { decodeBody } from './decode-body.ts'
import type { RequestContext } from './request-context.ts'
import { trackCreate } from './track-fields.ts'

/** Answers a question that is put as an object, and stores nothing. */
export async function createReview(context: RequestContext, kind: ReviewKind): Promise<ApiAnswer> {
  const { services, user, namespace, resource } = context
  const { value, warnings } = decodeBody(context)
  const given = withMeta(
    { ...value, apiVersion: apiVersionOf(resource), kind: resource.kind },
    {
      ...(resource.namespaced && { namespace }),
    },
  ) as ApiObject
  const shaped = shapeObject(context, given)
  const { authorizer, resolver } = services.security
  const object = await answerReview(kind, trackCreate(context, shaped.object), {
    user,
    namespace,
    authorizer,
    resolver,
    tokens: services.tokens,
    clock: services.clock,
  })
  return { type: 'object', status: 201, object, warnings: [...warnings, ...shaped.warnings] }
}
