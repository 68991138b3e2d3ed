import { formatJson } from '../json/format-json.ts'
import { isObject, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import { apiVersionOf } from '../resources/resource.ts'
import { ApiError } from '../status/api-error.ts'
import { badRequest, invalid } from '../status/api-errors.ts'
import { goTypeOf } from './check-types.ts'
import { isApply, kindSubjectOf, type RequestContext } from './request-context.ts'

/** The body as an object of the resource: what it says of itself has to agree with the path, or is filled in from there. */
export function checkIdentity(context: RequestContext, body: JsonObject): ApiObject {
  const { resource, name, namespace, request } = context
  const expected = apiVersionOf(resource)
  checkTypes(context, body)
  const apiVersion = body.apiVersion ?? (resource.custom ? undefined : expected)
  const kind = body.kind ?? (resource.custom ? undefined : resource.kind)
  if (apiVersion === undefined || kind === undefined || kind === '') {
    const missing = kind === undefined || kind === '' ? 'Kind' : 'apiVersion'
    throw badRequest(`Object '${missing}' is missing in '${formatJson(body)}'`)
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
  if (request.method === 'PUT' && (meta.name === undefined || meta.name === '')) {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (name !== '' && meta.name !== undefined && meta.name !== '' && meta.name !== name) {
    throw badRequest(`the name of the object (${meta.name}) does not match the name on the URL (${name})`)
  }
  const given = typeof meta.name === 'string' && meta.name !== '' ? meta.name : name
  return {
    ...body,
    apiVersion: expected,
    kind: resource.kind,
    metadata: { ...meta, name: given },
  } as ApiObject
}

/** Says that what a body says of itself cannot be read, as Go would. */
function checkTypes(context: RequestContext, body: JsonObject): void {
  const { resource, namespace, name, request } = context
  const { kind, version } = resource
  const { metadata } = body
  if (isApply(context)) {
    const fits = body.apiVersion === apiVersionOf(resource) && body.kind === kind
    if (!fits) throw badRequest(`invalid object type: ${gvkText(body)}`)
    if (metadata === undefined || metadata === null || isObject(metadata)) return
    const where = `failed to create typed patch object (${namespace}/${name}; ${apiVersionOf(resource)}, Kind=${kind})`
    throw new ApiError(`${where}: .metadata: expected map, got &{${metadata}}`, { code: 500 })
  }
  for (const member of ['apiVersion', 'kind']) {
    const value = body[member]
    if (value === undefined || value === null || typeof value === 'string') continue
    const why = `json: cannot unmarshal ${goTypeOf(value)} into Go struct field .${member} of type string`
    const text = new TextDecoder().decode(request.body)
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${why} (${text})`,
    )
  }
  if (metadata === undefined || metadata === null || isObject(metadata)) return
  const why = `json: cannot unmarshal ${goTypeOf(metadata)} into Go struct field ${kind}.metadata of type v1.ObjectMeta`
  throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)
}

function gvkText({ apiVersion, kind }: JsonObject): string {
  const [version = '', group = ''] = String(apiVersion ?? '')
    .split('/')
    .reverse()
  return `${group}/${version}, Kind=${kind ?? ''}`
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
