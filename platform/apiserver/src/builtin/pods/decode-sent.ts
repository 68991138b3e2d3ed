import { withDefaults } from '../../kinds/defaults/with-defaults.ts'
import { schemaFor } from '../../kinds/kind-table.ts'
import { type ApiObject, metaOf } from '../../resources/api-object.ts'
import { apiVersionOf, type GroupVersion } from '../../resources/resource.ts'
import { badRequest } from '../../status/api-errors.ts'
import { type ShapedObject, shapeObject } from '../../verbs/check-shape.ts'
import { decodeBody } from '../../verbs/decode-body.ts'
import type { RequestContext } from '../../verbs/request-context.ts'

/** What is sent to a path below an object, where that is of another kind than the object. */
export interface SentKind extends GroupVersion {
  readonly kind: string
  /** What Go calls its package. */
  readonly from: string
  /** Other versions that it may be sent in. */
  readonly also?: readonly string[]
}

/** The body as an object of that kind, named as the path is. */
export function decodeSent(context: RequestContext, sent: SentKind): ShapedObject {
  const { group, version, kind } = sent
  const asking = {
    ...context,
    subresource: '',
    resource: {
      ...context.resource,
      group,
      version,
      kind,
      subresources: [],
      schema: () => schemaFor(group, version, kind),
      strategy: { complete: (object: ApiObject) => withDefaults(object, sent) as ApiObject },
    },
  }
  const { value, warnings } = decodeBody(asking)
  const apiVersion = apiVersionOf(sent)
  const [saidVersion, saidKind] = [value.apiVersion ?? apiVersion, value.kind ?? kind]
  if (saidKind !== kind || ![apiVersion, ...(sent.also ?? [])].includes(String(saidVersion))) {
    const short = String(saidVersion).split('/').at(-1)
    const why = `converting (${short}.${saidKind}) to (${sent.from}.${kind}): unknown conversion`
    throw badRequest(`${saidKind} in version "${short}" cannot be handled as a ${kind}: ${why}`)
  }
  const { name, namespace = '' } = metaOf(value)
  const metadata = value.metadata ?? {}
  const shaped = shapeObject(asking, { ...value, apiVersion, kind, metadata } as ApiObject)
  if (namespace !== '' && namespace !== context.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  if (name !== context.name) throw badRequest(`name in URL does not match name in ${kind} object`)
  return { object: shaped.object, warnings: [...warnings, ...shaped.warnings] }
}
