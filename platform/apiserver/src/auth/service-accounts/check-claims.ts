import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { CredentialsRefused } from '../authentication/authenticator.ts'
import type { User } from '../user.ts'
import type { LookUp } from './look-up.ts'
import { serviceAccountGroups, serviceAccountUser } from './service-account-user.ts'
import type { Ref } from './token-claims.ts'

/** Clocks differ; so does the time at which everyone has heard that something was deleted. */
const LEEWAY_SECONDS = 60

export interface CheckClaimsOptions {
  readonly lookUp: LookUp
  /** In milliseconds since 1970. */
  readonly now: number
}

interface Claims {
  readonly namespace: string
  readonly account: Ref
  readonly pod: Ref | undefined
  readonly secret: Ref | undefined
  readonly node: Ref | undefined
}

/** Whose token this is. Throws CredentialsRefused if it is out of time, or what it speaks of is gone or another. */
export async function checkClaims(claims: JsonObject, options: CheckClaimsOptions): Promise<User> {
  checkTimes(claims, options.now / 1_000)
  const read = readClaims(claims)
  await checkAccount(read, options)
  await checkBound(read, options)
  const { namespace, account, pod, node } = read
  const extra = {
    ...(pod && { ...extraOf('pod-name', pod.name), ...extraOf('pod-uid', pod.uid) }),
    ...(typeof claims.jti === 'string' && extraOf('credential-id', `JTI=${claims.jti}`)),
    ...(node && { ...extraOf('node-name', node.name), ...extraOf('node-uid', node.uid) }),
  }
  return {
    name: serviceAccountUser(namespace, account.name),
    ...(account.uid !== undefined && { uid: account.uid }),
    groups: serviceAccountGroups(namespace),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

function extraOf(key: string, value: string | undefined): Readonly<Record<string, readonly string[]>> {
  return value === undefined || value === '' ? {} : { [`authentication.kubernetes.io/${key}`]: [value] }
}

function checkTimes({ exp, nbf, iat }: JsonObject, now: number): void {
  if (typeof nbf === 'number' && now + LEEWAY_SECONDS < nbf) refuse('service account token is not valid yet')
  if (typeof exp === 'number' && now - LEEWAY_SECONDS > exp) refuse('service account token has expired')
  if (typeof iat === 'number' && now + LEEWAY_SECONDS < iat) {
    refuse('service account token is issued in the future')
  }
}

function readClaims(claims: JsonObject): Claims {
  const own: JsonObject = isObject(claims['kubernetes.io']) ? claims['kubernetes.io'] : {}
  return {
    namespace: textOf(own.namespace),
    account: refIn(own.serviceaccount) ?? { name: '' },
    pod: refIn(own.pod),
    secret: refIn(own.secret),
    node: refIn(own.node),
  }
}

function refIn(value: JsonValue | undefined): Ref | undefined {
  if (!isObject(value)) return undefined
  const uid = textOf(value.uid)
  return { name: textOf(value.name), ...(uid !== '' && { uid }) }
}

async function checkAccount(
  { namespace, account }: Claims,
  { lookUp, now }: CheckClaimsOptions,
): Promise<void> {
  const found = await lookUp('serviceaccounts', namespace, account.name)
  if (found === undefined) return refuse(`serviceaccounts ${quote(account.name)} not found`)
  const { uid = '' } = found.metadata
  if (uid !== (account.uid ?? '')) {
    refuse(`service account UID (${uid}) does not match claim (${account.uid ?? ''})`)
  }
  if (isLongGone(found, now)) refuse(`service account ${namespace}/${account.name} has been deleted`)
}

async function checkBound(claims: Claims, options: CheckClaimsOptions): Promise<void> {
  const { namespace, secret, pod, node } = claims
  if (secret)
    await checkRef(await options.lookUp('secrets', namespace, secret.name), secret, {
      kind: 'secret',
      ...options,
    })
  if (pod) await checkRef(await options.lookUp('pods', namespace, pod.name), pod, { kind: 'pod', ...options })
  // The node of a pod is only told; the pod itself is what counts.
  else if (node)
    await checkRef(await options.lookUp('nodes', '', node.name), node, { kind: 'node', ...options })
}

function checkRef(
  found: ApiObject | undefined,
  ref: Ref,
  { kind, now }: { readonly kind: 'secret' | 'pod' | 'node'; readonly now: number },
): void {
  if (found === undefined) return refuse('service account token has been invalidated')
  const { uid = '' } = found.metadata
  if (uid !== ref.uid) {
    refuse(`${kind} UID (${uid}) does not match service account ${kind} ref claim (${ref.uid ?? ''})`)
  }
  if (isLongGone(found, now)) refuse('service account token has been invalidated')
}

function isLongGone({ metadata }: ApiObject, now: number): boolean {
  const { deletionTimestamp } = metadata
  return deletionTimestamp !== undefined && Date.parse(deletionTimestamp) < now - LEEWAY_SECONDS * 1_000
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function refuse(reason: string): never {
  throw new CredentialsRefused(reason)
}
