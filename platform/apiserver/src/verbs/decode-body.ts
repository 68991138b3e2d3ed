import { messageOf } from '@reeve/ground'
import { JsonSyntaxError } from '../json/json-syntax-error.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { quote } from '../json/quote.ts'
import { decodeBody as decodeProtobuf } from '../kinds/protobuf/decode-body.ts'
import { apiVersionOf } from '../resources/resource.ts'
import type { ApiRequest } from '../server/api-request.ts'
import { ApiError } from '../status/api-error.ts'
import { badRequest, unsupportedMediaType } from '../status/api-errors.ts'
import { type ReadYaml, readYaml } from './read-yaml.ts'
import { isApply, type RequestContext } from './request-context.ts'

const ACCEPTED = ['application/json', 'application/yaml']
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

export interface DecodedBody {
  readonly value: JsonObject
  /** What a lenient request is told and a strict one is refused for. */
  readonly warnings: readonly string[]
}

/** The object in a request's body. */
export function decodeBody(context: RequestContext): DecodedBody {
  const type = mediaTypeOf(context)
  if (type === PROTOBUF && !context.resource.custom) return { value: readProtobuf(context), warnings: [] }
  const accepted = context.resource.custom ? ACCEPTED : [...ACCEPTED, PROTOBUF]
  if (!accepted.includes(type)) throw unsupportedMediaType(type, accepted)
  const { value, warnings } = readObject(context, type.endsWith('yaml'))
  if (value === null && !context.resource.custom) return { value: {}, warnings }
  if (!isObject(value)) throw unrecognized(context, 'json: cannot unmarshal into Go value of type struct')
  return { value, warnings }
}

function readObject(context: RequestContext, yaml: boolean): ReturnType<typeof readDocument> {
  try {
    return readDocument(context, yaml)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (yaml && error.cause instanceof SyntaxError) throw unreadable(context, error.message)
    throw error.cause instanceof JsonSyntaxError ? unrecognized(context, error.message) : error
  }
}

function unreadable({ resource, request }: RequestContext, why: string): ApiError {
  const wanted = `the object provided is unrecognized (must be of type ${resource.kind})`
  return badRequest(`${wanted}: ${why} (${Buffer.from(request.body).toString('hex')})`)
}

function unrecognized(context: RequestContext, why: string): ApiError {
  const wanted = `the object provided is unrecognized (must be of type ${context.resource.kind})`
  return badRequest(`${wanted}: couldn't get version/kind; json parse error: ${why} (${textOf(context)})`)
}

/** The options of a deletion: those of the body if there is one, and then only those, else of the query. */
export function decodeOptions(context: RequestContext): JsonObject {
  const { query, body } = context.request
  if (body.length === 0) {
    const [policy, grace, dryRun] = [
      query.get('propagationPolicy'),
      query.get('gracePeriodSeconds'),
      query.getAll('dryRun').filter((value) => value !== ''),
    ]
    return {
      ...(policy !== null && { propagationPolicy: policy }),
      ...(grace !== null && grace !== '' && { gracePeriodSeconds: Number(grace) }),
      ...(dryRun.length > 0 && { dryRun }),
    }
  }
  const accepted = [...ACCEPTED, PROTOBUF]
  if (!accepted.includes(mediaTypeOf(context))) throw unsupportedMediaType(mediaTypeOf(context), accepted)
  if (mediaTypeOf(context) === PROTOBUF) return readProtobuf(context, { kind: 'DeleteOptions' })
  const { value } = readText(context.request.body, mediaTypeOf(context).endsWith('yaml'))
  if (!isObject(value) || (value.kind ?? 'DeleteOptions') !== 'DeleteOptions')
    throw badRequest('cannot read the body of a deletion: expected DeleteOptions')
  return value
}

/** The media type of the body, without parameters. */
export function mediaTypeOf({ request }: Pick<RequestContext, 'request'>): string {
  const given = (request.headers['content-type'] ?? '').split(';')[0]?.trim() ?? ''
  return given === '' ? 'application/json' : given
}

/** What the body says, and what is said of it: members that came twice. */
export function readDocument(
  context: RequestContext,
  yaml: boolean,
): { readonly value: JsonValue; readonly warnings: readonly string[] } {
  const { value, duplicates, lines } = readText(context.request.body, yaml)
  if (lines.length === 0) {
    const problems = duplicates.map((field) => `duplicate field ${quote(field)}`)
    return { value, warnings: strictly(context, problems) }
  }
  if (context.request.query.get('fieldValidation') !== 'Strict')
    return { value, warnings: strictly(context, lines) }
  const told = `yaml: unmarshal errors:\n${lines.map((line) => `  ${line}`).join('\n')}`
  if (isApply(context)) throw badRequest(`error strict decoding YAML: error converting YAML to JSON: ${told}`)
  return { value, warnings: strictly(context, [told]) }
}

/** The same request, with nothing said of what its kind does not know: nobody asked for what webhooks add. */
export function leniently(context: RequestContext): RequestContext {
  const query = new URLSearchParams(context.request.query)
  query.set('fieldValidation', 'Ignore')
  return { ...context, request: { ...context.request, query } }
}

/** Refuses a strict request for its problems, passes over them for one that ignores, hands them on otherwise. */
export function strictly(
  { request, resource, warn }: Pick<RequestContext, 'request' | 'resource' | 'warn'>,
  problems: readonly string[],
): readonly string[] {
  const mode = request.query.get('fieldValidation') ?? ''
  if (problems.length === 0 || mode === 'Ignore') return []
  if (mode === 'Strict') {
    const { kind, version } = resource
    const where =
      request.method === 'PATCH' ? '' : `${kind} in version "${version}" cannot be handled as a ${kind}: `
    throw badRequest(`${where}strict decoding error: ${problems.join(', ')}`)
  }
  problems.forEach(warn)
  return problems
}

/** Go clients send built-in kinds, and the options of any deletion, in protobuf. */
function readProtobuf({ request, resource }: RequestContext, { kind } = { kind: resource.kind }): JsonObject {
  try {
    return decodeProtobuf(request.body, { apiVersion: apiVersionOf(resource), kind })
  } catch (cause) {
    throw badRequest(messageOf(cause), cause)
  }
}

function textOf({ request }: RequestContext): string {
  return utf8.decode(request.body)
}

/** More than this takes long enough for others to notice. */
const LONG_YAML = 16 * 1024
const utf8 = new TextDecoder()
/** What was read before it is asked for, by the bytes it was read from. */
const ahead = new WeakMap<Uint8Array, ReadYaml>()

/** Reads a long YAML body where nobody has to wait for it; what is short, or no YAML, is read when it is needed. */
export async function readAhead({ body, headers }: ApiRequest): Promise<void> {
  if (body.length <= LONG_YAML || !/yaml/.test(headers['content-type'] ?? '')) return
  const text = utf8.decode(body)
  if (text.trimStart().startsWith('{') && parsedJson(text)?.duplicates.length === 0) return
  try {
    ahead.set(body, await (await import('./read-yaml-apart.ts')).readYamlApart(text))
  } catch (cause) {
    throw badRequest(messageOf(cause), cause)
  }
}

interface ReadText {
  readonly value: JsonValue
  /** Members that came twice, by their paths. */
  readonly duplicates: readonly string[]
  /** Members of YAML that came twice, by their lines. */
  readonly lines: readonly string[]
}

function readText(body: Uint8Array, isYaml: boolean): ReadText {
  const text = utf8.decode(body)
  try {
    if (!isYaml) return { ...parseJson(text), lines: [] }
    // What is JSON as well is read much faster as such.
    const json = text.trimStart().startsWith('{') ? parsedJson(text) : undefined
    if (json !== undefined && json.duplicates.length === 0) return { ...json, lines: [] }
    const { value, duplicates } = ahead.get(body) ?? readYaml(text)
    return { value, duplicates: [], lines: duplicates }
  } catch (cause) {
    throw badRequest(messageOf(cause), cause)
  }
}

function parsedJson(text: string): ReturnType<typeof parseJson> | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
