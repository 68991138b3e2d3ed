import { type RequestInfo, requestInfoOf } from '../requests/request-info.ts'
import { fieldTermsOf } from '../selectors/field-terms.ts'
import type { User } from './user.ts'

/** What someone wants to do to things of one kind. */
export interface ResourceAttributes {
  readonly type: 'resource'
  readonly user: User
  readonly verb: string
  readonly group: string
  /** '*' where any is meant. */
  readonly version: string
  readonly resource: string
  readonly subresource: string
  /** '' for all, and for what has none. */
  readonly namespace: string
  /** '' where no single one is meant. */
  readonly name: string
}

/** What someone wants to do at a path that is no resource, such as `/metrics`. */
export interface PathAttributes {
  readonly type: 'path'
  readonly user: User
  readonly verb: string
  readonly path: string
}

/** What is to be allowed or not. */
export type Attributes = ResourceAttributes | PathAttributes

interface Asked {
  readonly method: string
  /** As it came, still encoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
}

/** What a request wants to do, as the rules speak of it. */
export function attributesOf(request: Asked, user: User): Attributes {
  const info = requestInfoOf(request.path)
  if (info.type === 'other') {
    return { type: 'path', user, verb: request.method.toLowerCase(), path: decoded(request.path) }
  }
  const { group, version, resource } = info
  const [subresource = ''] = info.subresource.split('/')
  // A request about a namespace counts as one within it, so that a RoleBinding there can allow it.
  const namespace = resource === 'namespaces' && info.namespace === '' ? info.name : info.namespace
  const name = info.name === '' ? selectedName(request) : info.name
  const verb = verbOf(request, info)
  return { type: 'resource', user, verb, group, version, resource, subresource, namespace, name }
}

type ResourceInfo = Extract<RequestInfo, { type: 'resource' }>

function verbOf({ method, query }: Asked, { name, watch }: ResourceInfo): string {
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
      if (watch) return 'watch'
      return name !== '' ? 'get' : isTrue(query.get('watch')) ? 'watch' : 'list'
    default:
      return ''
  }
}

/** A list of the one object of a name is allowed to whoever may see that one. */
function selectedName({ method, query }: Asked): string {
  if (method !== 'GET' && method !== 'HEAD') return ''
  const terms = fieldTermsOf(query.get('fieldSelector') ?? '')
  if (typeof terms === 'string') return ''
  return terms.find(({ field, equal }) => equal && field === 'metadata.name')?.value ?? ''
}

/** As Go reads truth out of a query: anything but a no. */
function isTrue(value: string | null): boolean {
  return value !== null && !['0', 'false'].includes(value.toLowerCase())
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
