import { messageOf, ReeveError } from '@reeve/ground'
import { Refusal } from '../admission/refusal.ts'
import { reviewKindOf } from '../auth/reviews/answer-review.ts'
import { LOOPBACK } from '../auth/user.ts'
import { isList, type JsonObject } from '../json/json-value.ts'
import type { BuiltinTable, BuiltinTableName } from '../output/builtin-tables/builtin-table.ts'
import { type Accepted, negotiate } from '../output/negotiate.ts'
import { metadataOnly, tableOf } from '../output/table.ts'
import { requestInfoOf } from '../requests/request-info.ts'
import type { Verb } from '../resources/resource.ts'
import { ApiError } from '../status/api-error.ts'
import { badRequest, methodNotSupported, notAcceptable, notFound } from '../status/api-errors.ts'
import { approveRequest } from '../verbs/approve-request.ts'
import { checkOptions } from '../verbs/check-options.ts'
import { createBinding } from '../verbs/create-binding.ts'
import { createEviction } from '../verbs/create-eviction.ts'
import { createObject } from '../verbs/create-object.ts'
import { createReview } from '../verbs/create-review.ts'
import { createToken } from '../verbs/create-token.ts'
import { readAhead } from '../verbs/decode-body.ts'
import { deleteCollection, deleteObject } from '../verbs/delete-object.ts'
import { getObject } from '../verbs/get-object.ts'
import { listObjects } from '../verbs/list-objects.ts'
import { patchObject } from '../verbs/patch-object.ts'
import type { RequestContext } from '../verbs/request-context.ts'
import { scaleObject } from '../verbs/scale-object.ts'
import { updateObject } from '../verbs/update-object.ts'
import { watchObjects } from '../verbs/watch-objects.ts'
import type { ApiAnswer, ApiRequest } from './api-request.ts'
import { health } from './health.ts'
import { nonResource } from './non-resource.ts'
import type { Services } from './services.ts'

const VERBS: Readonly<Record<Verb, (context: RequestContext) => Promise<ApiAnswer>>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: createObject,
  update: updateObject,
  patch: patchObject,
  delete: deleteObject,
  deletecollection: deleteCollection,
}

/** What is done to one object by its name. */
const CHANGES = new Set<Verb>(['update', 'patch'])

/** Answers requests, whichever door they came through. Never throws: what goes wrong is an answer too. */
export async function answer(services: Services, request: ApiRequest, address: string): Promise<ApiAnswer> {
  const warnings = new Set<string>()
  try {
    const given = await respond(services, request, { address, warn: (text) => void warnings.add(text) })
    if (given.type !== 'object' || warnings.size === 0) return given
    return { ...given, warnings: [...new Set([...warnings, ...(given.warnings ?? [])])] }
  } catch (error) {
    const told = [...warnings, ...(error instanceof Refusal ? error.warnings : [])]
    return { ...failure(error), ...(told.length > 0 && { warnings: told }) }
  }
}

/** The answer to anything that was thrown. */
export function failure(error: unknown): Extract<ApiAnswer, { type: 'object' }> {
  const { status } = error instanceof ApiError ? error : internal(error)
  const retry = status.details?.retryAfterSeconds
  return {
    type: 'object',
    status: status.code ?? 500,
    object: status as unknown as JsonObject,
    ...(retry !== undefined && { headers: { 'retry-after': String(retry) } }),
  }
}

function internal(error: unknown): ApiError {
  const unavailable = error instanceof ReeveError && error.retryable
  return new ApiError(messageOf(error), {
    code: unavailable ? 503 : 500,
    reason: unavailable ? 'ServiceUnavailable' : 'InternalError',
    cause: error,
  })
}

async function respond(
  services: Services,
  request: ApiRequest,
  { address, warn }: { readonly address: string; readonly warn: (text: string) => void },
): Promise<ApiAnswer> {
  const { user = LOOPBACK } = request
  services.security.check(request, user)
  const info = requestInfoOf(request.path)
  const resource = info.type === 'resource' ? services.registry.find(info, info.resource) : undefined
  if (info.type === 'other' || resource === undefined) {
    const found = (await health(services, request)) ?? nonResource(services, request, address)
    return found ?? pageNotFound()
  }
  const verb = verbOf(request, info)
  if (verb === undefined) throw methodNotSupported(resource.group, resource.resource, '')
  const served =
    info.subresource === '' ? resource : resource.subresources.find(({ name }) => name === info.subresource)
  if (served === undefined) return pageNotFound()
  const named = info.name !== ''
  if (CHANGES.has(verb) && !named && resource.custom) throw badRequest('name must be provided')
  if (
    !served.verbs.includes(verb) ||
    (verb === 'create' && named === (info.subresource === '')) ||
    (CHANGES.has(verb) && !named)
  )
    throw methodNotSupported(resource.group, resource.resource, verb)
  if (resource.namespaced && info.namespace === '' && info.name !== '') {
    throw notFound({ group: resource.group, kind: resource.resource, name: info.name })
  }
  const accepted = negotiate(request.headers.accept)
  const { namespace, name, subresource } = info
  const context: RequestContext = { services, user, request, resource, namespace, name, subresource, warn }
  if (resource.deprecation !== undefined) warn(resource.deprecation)
  checkOptions(context, verb)
  await readAhead(request)
  return shaped(context, await perform(context, verb), accepted)
}

/** Does what is asked: some things are asked and answered, some paths below an object have a way of their own. */
function perform(context: RequestContext, verb: Verb): Promise<ApiAnswer> {
  const { resource, subresource } = context
  const review = reviewKindOf(resource.group, resource.resource)
  if (review !== undefined) return createReview(context, review)
  if (subresource === 'token') return createToken(context)
  if (subresource === 'binding') return createBinding(context)
  if (subresource === 'eviction') return createEviction(context)
  if (subresource === 'scale') return scaleObject(context, verb)
  const isRequest = resource.resource === 'certificatesigningrequests' && !resource.custom
  if (isRequest && subresource !== '') return approveRequest(context, VERBS[verb])
  return VERBS[verb](context)
}

function verbOf(
  request: ApiRequest,
  { name, watch }: { readonly name: string; readonly watch: boolean },
): Verb | undefined {
  const asked = request.query.get('watch')
  const watching = watch || (name === '' && asked !== null && !['0', 'false'].includes(asked.toLowerCase()))
  switch (request.method) {
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    case 'GET':
      return watching ? 'watch' : name === '' ? 'list' : 'get'
    default:
      return undefined
  }
}

/** What the client wants to see of the answer: all, metadata, or a table. */
async function shaped(
  { services, resource, subresource, request }: RequestContext,
  given: ApiAnswer,
  { shape }: Accepted,
): Promise<ApiAnswer> {
  if (shape === 'object' || given.type === 'text') return given
  const includeObject = request.query.get('includeObject')
  const printed = subresource === 'scale' ? { group: 'autoscaling', kind: 'Scale' } : resource
  const builtin = shape === 'Table' ? await builtinTableOf(printed) : undefined
  const table = (value: JsonObject): JsonObject =>
    tableOf(value, {
      resource,
      now: services.clock.now(),
      includeObject,
      ...(builtin !== undefined && { builtin }),
    })
  const show = (value: JsonObject): JsonObject => {
    if (value.kind === 'Status') return value
    return shape === 'Table' ? table(value) : metadataOnly(value)
  }
  if (given.type === 'object') {
    const list = isList(given.object.items)
    if (shape === 'PartialObjectMetadata' && list) throw notAcceptable(['application/json'])
    const { status, headers, warnings, object } = given
    return {
      type: 'object',
      status,
      object: show(object),
      ...(headers !== undefined && { headers }),
      ...(warnings !== undefined && { warnings }),
    }
  }
  if (shape === 'Table' && request.query.get('sendInitialEvents') === 'true')
    throw notAcceptable(['application/json'])
  return { type: 'stream', events: shownEvents(given.events, show, shape === 'Table') }
}

/** Loaded when somebody asks for a table of a built-in kind: programs do not. */
async function builtinTableOf(name: BuiltinTableName): Promise<BuiltinTable | undefined> {
  const { builtinTable } = await import('../output/builtin-tables/builtin-table.ts')
  return builtinTable(name)
}

/** In a table each event is a row; only the first says what the columns are. */
async function* shownEvents(
  events: AsyncIterable<JsonObject>,
  show: (value: JsonObject) => JsonObject,
  table: boolean,
): AsyncGenerator<JsonObject> {
  let first = true
  for await (const event of events) {
    const object =
      event.type === 'BOOKMARK' && table ? (event.object as JsonObject) : show(event.object as JsonObject)
    yield {
      ...event,
      object: table && !first && object.kind === 'Table' ? { ...object, columnDefinitions: null } : object,
    }
    if (object.kind === 'Table') first = false
  }
}

function pageNotFound(): ApiAnswer {
  return { type: 'text', status: 404, contentType: 'text/plain; charset=utf-8', text: '404 page not found\n' }
}
