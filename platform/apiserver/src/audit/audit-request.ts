import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { requestInfoOf } from '../requests/request-info.ts'
import type { ApiRequest } from '../server/api-request.ts'
import type { AuditObjectRef } from './audit-event.ts'

/** Longer names of programs are cut, as the real server does. */
const LONGEST_AGENT = 1_024

/** What a request asks for, in the words of an audit record. */
export interface AuditedRequest {
  readonly requestURI: string
  readonly verb: string
  readonly userAgent: string | undefined
  readonly objectRef: AuditObjectRef | undefined
  /** Whether what is sent and answered may be recorded at all: credentials never are. */
  readonly open: boolean
  readonly body: JsonObject | undefined
}

export function auditedRequestOf(request: ApiRequest): AuditedRequest {
  const { method, path, query, headers } = request
  const info = requestInfoOf(path)
  const search = query.toString()
  const agent = headers['user-agent']
  const common = {
    requestURI: search === '' ? path : `${path}?${search}`,
    userAgent:
      agent !== undefined && agent.length > LONGEST_AGENT
        ? `${agent.slice(0, LONGEST_AGENT)}...TRUNCATED`
        : agent,
  }
  if (info.type === 'other') {
    return { ...common, verb: method.toLowerCase(), objectRef: undefined, open: true, body: undefined }
  }
  const { group, version, resource, namespace, name, subresource } = info
  const body = bodyOf(request)
  const sent = isObject(body?.metadata) ? body.metadata : {}
  const given = (key: string): string => (typeof sent[key] === 'string' ? sent[key] : '')
  const named = {
    namespace: namespace || given('namespace'),
    name: name || given('name'),
    uid: given('uid'),
    apiGroup: group,
    apiVersion: version,
    resourceVersion: given('resourceVersion'),
    subresource,
  }
  const objectRef = { resource, ...withoutEmpty(named) } as AuditObjectRef
  return { ...common, verb: verbOf(request, info), objectRef, open: !isSecret(objectRef), body }
}

/** Secrets, tokens and what is asked about tokens. */
export function isSecret({ resource, apiGroup = '', subresource }: AuditObjectRef): boolean {
  if (apiGroup === '')
    return resource === 'secrets' || (resource === 'serviceaccounts' && subresource === 'token')
  return apiGroup === 'authentication.k8s.io' && resource === 'tokenreviews'
}

function verbOf(
  { method, query }: ApiRequest,
  { name, watch }: { readonly name: string; readonly watch: boolean },
): string {
  switch (method) {
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    case 'GET':
    case 'HEAD':
      if (watch || ['true', '1'].includes(query.get('watch') ?? '')) return 'watch'
      return name === '' ? 'list' : 'get'
    default:
      return '' // as the real server has it
  }
}

/** What was sent, where it is an object in JSON. */
function bodyOf({ body, headers }: ApiRequest): JsonObject | undefined {
  if (body.length === 0 || !/\bjson\b/.test(headers['content-type'] ?? 'application/json')) return undefined
  try {
    const value: JsonValue = parseJson(new TextDecoder().decode(body)).value
    return isObject(value) ? value : undefined
  } catch {
    return undefined // the answer says what is wrong with it
  }
}

function withoutEmpty(members: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ''))
}
