import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import { nameErrors } from './check-name.ts'
import { kindSubjectOf, type RequestContext } from './request-context.ts'

/** The body as an object of the resource: what it says of itself has to agree with the path, or is filled in from there. */
export function checkIdentity(context: RequestContext, body: JsonObject): ApiObject {
  const { resource, name, namespace } = context
  const expected = apiVersionOf(resource)
  const apiVersion = body.apiVersion ?? (resource.custom ? undefined : expected)
  const kind = body.kind ?? (resource.custom ? undefined : resource.kind)
  if (apiVersion === undefined || kind === undefined || kind === '') {
    const missing = kind === undefined || kind === '' ? 'Kind' : 'apiVersion'
    throw badRequest(`Object '${missing}' is missing in '${JSON.stringify(body)}'`)
  }
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    )
  }
  if (kind !== resource.kind) throw wrongKind(context, String(kind))
  const meta = metaOf(body)
  if (
    resource.namespaced &&
    meta.namespace !== undefined &&
    meta.namespace !== '' &&
    meta.namespace !== namespace
  ) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
  if (name !== '' && meta.name !== undefined && meta.name !== '' && meta.name !== name) {
    throw badRequest(`the name of the object (${meta.name}) does not match the name on the URL (${name})`)
  }
  const given = typeof meta.name === 'string' && meta.name !== '' ? meta.name : name
  const errors = given === '' ? [] : nameErrors('metadata.name', given, resource.nameRule)
  if (errors.length > 0) throw invalid(kindSubjectOf(resource, given), errors)
  return {
    ...body,
    apiVersion: expected,
    kind: resource.kind,
    metadata: { ...meta, name: given },
  } as ApiObject
}

function wrongKind({ resource }: RequestContext, kind: string): Error {
  if (!resource.custom) {
    return badRequest(`${resource.kind} in version "${resource.version}" cannot be handled as a ${kind}`)
  }
  const name = ''
  const detail = `must be ${resource.kind}`
  return invalid(kindSubjectOf(resource, name), [
    { field: 'kind', type: 'FieldValueInvalid', value: JSON.stringify(kind), detail },
  ])
}
