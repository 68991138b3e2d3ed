import { ADMIT_ALL } from '../admission/admission.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { emptyOf } from '../kinds/defaults/with-defaults.ts'
import { schemaFor } from '../kinds/kind-table.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { apiVersionOf, type Resource, type Verb } from '../resources/resource.ts'
import { changeScale, type ScaleChange } from '../scale/change-scale.ts'
import { scaleOf } from '../scale/scale-of.ts'
import { prune, unknownField } from '../schema/prune.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { badRequest, notFound } from '../status/api-errors.ts'
import { mutated, validated } from './admit.ts'
import { decodeBody, readDocument, strictly } from './decode-body.ts'
import { patched, patchTypeOf, readPatch } from './patch-object.ts'
import { isApply, type RequestContext, subjectOf } from './request-context.ts'
import { fieldManagerOf } from './track-fields.ts'
import { changeObject } from './update-object.ts'

const NAME = { group: 'autoscaling', version: 'v1', kind: 'Scale' } as const

/** Reads or changes how many of an object are wanted, as if that were an object of its own. */
export async function scaleObject(context: RequestContext, verb: Verb): Promise<ApiAnswer> {
  const { services, resource, namespace, name } = context
  const { scale } = resource
  if (scale === undefined) throw notFound(subjectOf(context))
  if (verb === 'get') {
    const object = await services.store.get(resource, namespace, name)
    if (object === undefined) throw notFound(subjectOf(context))
    return { type: 'object', status: 200, object: scaleOf(object, scale.scaling) }
  }
  const change = changeOf(context, verb)
  const result = await changeObject(asObject(context), {
    make: (old) => admitted(context, old, change),
    track: (_, object) => object,
  })
  return {
    type: 'object',
    status: 200,
    object: scaleOf(result.object, scale.scaling),
    warnings: result.warnings,
  }
}

function changeOf(context: RequestContext, verb: Verb): () => ScaleChange {
  const asking = { ...context, resource: scaleOn(context.resource) }
  if (verb === 'update') {
    const { value, unknown } = prune(decodeBody(asking).value, asking.resource.schema() ?? {})
    const scale = value as JsonObject
    strictly(asking, unknown.map(unknownField))
    return () => ({ type: 'update', scale })
  }
  const type = patchTypeOf(context)
  if (isApply(context)) {
    const { value } = readDocument(asking, true)
    if (!isObject(value)) throw badRequest('error decoding YAML: the body is no object')
    const force = context.request.query.get('force') === 'true'
    return () => ({ type: 'apply', applied: value, force })
  }
  return () => {
    const { value } = readPatch(asking)
    return { type: 'patch', patch: (scale) => patched(asking, type, scale, value) }
  }
}

/** The object with the scale that is wanted and that those who have a say in it let pass. */
async function admitted(
  context: RequestContext,
  old: ApiObject,
  change: () => ScaleChange,
): Promise<ApiObject> {
  const { resource, services } = context
  const { scale } = resource
  if (scale === undefined) throw notFound(subjectOf(context))
  const options = {
    ...scale,
    apiVersion: apiVersionOf(resource),
    manager: fieldManagerOf(context),
    now: new Date(services.clock.now()),
  }
  const wanted = changeScale(old, change(), options)
  const [before, after] = [old, wanted].map((object) => scaleOf(object, scale.scaling) as ApiObject)
  if (before === undefined || after === undefined) return wanted
  const { object = after } = await mutated(context, { object: after, old: before })
  await validated(context, { object, old: before })
  return object === after ? wanted : changeScale(old, { type: 'update', scale: object }, options)
}

/** The same request as one about the object itself: the scale has been admitted, and says itself what it was made from. */
function asObject(context: RequestContext): RequestContext {
  return {
    ...context,
    subresource: '',
    resource: { ...context.resource, unconditional: true },
    services: { ...context.services, tokens: context.services.tokens, admission: ADMIT_ALL },
  }
}

function scaleOn(resource: Resource): Resource {
  return {
    ...resource,
    ...NAME,
    subresources: [],
    empty: () => emptyOf(NAME),
    schema: () => schemaFor(NAME.group, NAME.version, NAME.kind),
  }
}
