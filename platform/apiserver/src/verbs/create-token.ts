import { answerTokenRequest } from '../auth/service-accounts/token-request.ts'
import { withDefaults } from '../kinds/defaults/with-defaults.ts'
import { schemaFor } from '../kinds/kind-table.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource } from '../resources/resource.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { ISSUER } from '../server/security.ts'
import { shapeObject } from './check-shape.ts'
import { decodeBody } from './decode-body.ts'
import type { RequestContext } from './request-context.ts'
import { trackCreate } from './track-fields.ts'

const NAME = { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' } as const

/** Gives out a token for a service account. */
export async function createToken(context: RequestContext): Promise<ApiAnswer> {
  const { services, namespace, name } = context
  const asking = { ...context, resource: tokenRequestOn(context.resource), subresource: '' }
  const { value, warnings } = decodeBody(asking)
  const given = { ...value, apiVersion: apiVersionOf(NAME), kind: NAME.kind } as ApiObject
  const shaped = shapeObject(asking, { ...given, metadata: given.metadata ?? {} } as ApiObject)
  const { key, lookUp } = services.security
  const object = await answerTokenRequest(
    trackCreate({ ...asking, subresource: 'token' }, shaped.object),
    { namespace, name },
    {
      issuer: ISSUER,
      audiences: [ISSUER],
      key,
      lookUp,
      clock: services.clock,
      random: services.random,
    },
  )
  return { type: 'object', status: 201, object, warnings: [...warnings, ...shaped.warnings] }
}

/** What is sent to the path is of another kind than what lies there. */
function tokenRequestOn(resource: Resource): Resource {
  return {
    ...resource,
    ...NAME,
    subresources: [],
    schema: () => schemaFor(NAME.group, NAME.version, NAME.kind),
    strategy: { complete: (object) => withDefaults(object, NAME) as ApiObject },
  }
}
