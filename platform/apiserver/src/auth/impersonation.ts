import { ApiError } from '../status/api-error.ts'
import type { ResourceAttributes } from './attributes.ts'
import type { Authorizer } from './authorizer.ts'
import { forbiddenFor } from './forbidden-for.ts'
import { serviceAccountGroups, serviceAccountOf } from './service-accounts/service-account-user.ts'
import { ANONYMOUS, authenticated, UNAUTHENTICATED, type User } from './user.ts'

/** Whom someone wants to be taken for. */
export interface Impersonation {
  readonly user: string
  readonly uid: string
  readonly groups: readonly string[]
  /** By key, decoded, in lower case. */
  readonly extra: ReadonlyMap<string, readonly string[]>
}

const EXTRA = 'impersonate-extra-'
const AUTHENTICATION = 'authentication.k8s.io'

/**
 * What the `Impersonate-…` headers say; undefined if there are none. Takes them as they came (`rawHeaders` of Node: name,
 * value, name, value …), for groups may have commas in them and come one to a header.
 */
export function readImpersonation(rawHeaders: readonly string[]): Impersonation | undefined {
  const values = new Map<string, string[]>()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase()
    if (!name.startsWith('impersonate-')) continue
    values.set(name, [...(values.get(name) ?? []), rawHeaders[at + 1] ?? ''])
  }
  const extra = [...values].filter(([name]) => name.startsWith(EXTRA))
  const [user = ''] = values.get('impersonate-user') ?? []
  const [uid = ''] = values.get('impersonate-uid') ?? []
  const groups = values.get('impersonate-group') ?? []
  if (user === '' && uid === '' && groups.length === 0 && extra.length === 0) return undefined
  return { user, uid, groups, extra: new Map(extra.map(([name, list]) => [keyOf(name), list])) }
}

function keyOf(header: string): string {
  const key = header.slice(EXTRA.length)
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}

export interface ImpersonateOptions {
  readonly authorizer: Authorizer
  /** Of the request, with its query. */
  readonly url: string
}

/** Whom the request is to be taken to come from; throws an ApiError if `user` may not be taken for that one. */
export function impersonate(user: User, wanted: Impersonation, options: ImpersonateOptions): User {
  if (wanted.user === '') throw withoutUser(wanted, options.url)
  for (const target of targetsOf(wanted)) {
    const attributes = { type: 'resource', user, verb: 'impersonate', ...target } as const
    const { allowed, reason } = options.authorizer.authorize(attributes)
    if (!allowed) throw forbiddenFor(attributes, reason)
  }
  const account = serviceAccountOf(wanted.user)
  const given =
    wanted.groups.length > 0 || account === undefined
      ? wanted.groups
      : serviceAccountGroups(account.namespace)
  return inGroups({
    name: wanted.user,
    ...(wanted.uid !== '' && { uid: wanted.uid }),
    groups: given,
    ...(wanted.extra.size > 0 && { extra: Object.fromEntries(wanted.extra) }),
  })
}

function inGroups(user: User): User {
  if (user.name !== ANONYMOUS.name) return authenticated(user)
  const known = user.groups.includes(UNAUTHENTICATED)
  return known ? user : { ...user, groups: [...user.groups, UNAUTHENTICATED] }
}

type Target = Omit<ResourceAttributes, 'type' | 'user' | 'verb'>

/** Everything that has to be allowed, in the order of the real server. */
function targetsOf({ user, groups, extra, uid }: Impersonation): readonly Target[] {
  const target = (resource: string, name: string): Target => {
    return { group: '', version: '', resource, subresource: '', namespace: '', name }
  }
  const own = { group: AUTHENTICATION, version: 'v1' }
  const account = serviceAccountOf(user)
  return [
    account
      ? { ...target('serviceaccounts', account.name), namespace: account.namespace }
      : target('users', user),
    ...groups.map((group) => target('groups', group)),
    ...[...extra].flatMap(([subresource, values]) =>
      values.map((value) => ({ ...target('userextras', value), ...own, subresource })),
    ),
    ...(uid === '' ? [] : [{ ...target('uids', uid), ...own }]),
  ]
}

/** The real server answers this as text, and with a 500; ours is the same message in a Status. */
function withoutUser({ groups, extra, uid }: Impersonation, url: string): ApiError {
  const wanted = [
    ...groups.map((group) => `{Group  ${group}    }`),
    ...[...extra].flatMap(([key, values]) =>
      values.map((value) => `{UserExtra  ${value}  ${AUTHENTICATION}/v1  ${key}}`),
    ),
    ...(uid === '' ? [] : [`{UID  ${uid}  ${AUTHENTICATION}/v1  }`]),
  ]
  const message = `Internal Server Error: ${JSON.stringify(url)}: requested [${wanted.join(' ')}] without impersonating a user`
  return new ApiError(message, { code: 500, reason: 'InternalError' })
}
