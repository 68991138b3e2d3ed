import { applyPatch } from '../apply/apply-manager.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import type { ApiAnswer } from '../server/api-request.ts'
import { badRequest, invalid, notFound } from '../status/api-errors.ts'
import { checkIdentity } from './check-identity.ts'
import { shapeObject } from './check-shape.ts'
import { storeNew } from './create-object.ts'
import { readDocument } from './decode-body.ts'
import { type RequestContext, subjectOf } from './request-context.ts'
import { writeOptionsOf } from './track-fields.ts'
import { changeObject } from './update-object.ts'

/** Server-side apply: the body says which fields its manager wants, and how; everything else is left to others. */
export async function applyObject(context: RequestContext): Promise<ApiAnswer> {
  checkManager(context)
  const { value, warnings } = readDocument(context, true)
  if (!isObject(value)) throw badRequest('error decoding YAML: the body is no object')
  if ((metaOf(value).managedFields ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  const applied = checkIdentity(context, value)
  const { services, resource, namespace, name } = context
  if ((await services.store.get(resource, namespace, name)) === undefined) {
    if (context.subresource !== '') throw notFound(subjectOf(context))
    const made = shapeObject(context, merged(context, undefined, applied))
    const stored = await storeNew(context, made.object, (_, created) => created)
    const told = [...warnings, ...made.warnings, ...stored.warnings]
    return { type: 'object', status: 201, object: stored.object, warnings: told }
  }
  const result = await changeObject(context, {
    make: (old) => merged(context, old, applied),
    track: (_, object) => object,
  })
  return { type: 'object', status: 200, object: result.object, warnings: [...warnings, ...result.warnings] }
}

function merged(context: RequestContext, live: ApiObject | undefined, applied: JsonObject): ApiObject {
  const force = context.request.query.get('force') === 'true'
  return applyPatch({ ...writeOptionsOf(context), live, applied, force }) as ApiObject
}

function checkManager({ request }: RequestContext): void {
  if ((request.query.get('fieldManager') ?? '') !== '') return
  const detail = 'is required for apply patch'
  throw invalid({ group: 'meta.k8s.io', kind: 'PatchOptions', name: '' }, [
    { field: 'fieldManager', type: 'FieldValueRequired', detail },
  ])
}
