import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { serviceAccountUser } from './service-account-user.ts'

/** Of tokens in Secrets, which never expire. */
export const SECRET_ISSUER = 'kubernetes/serviceaccount'

/** Something that is named with its uid, so that another of that name later is not meant. */
export interface Ref {
  readonly name: string
  /** Absent for a node that is not there yet. */
  readonly uid?: string
}

/** What a token dies with; a token for a pod says on which node that is. */
export type BoundTo =
  | { readonly kind: 'Pod'; readonly pod: Ref; readonly node?: Ref }
  | { readonly kind: 'Secret'; readonly secret: Ref }
  | { readonly kind: 'Node'; readonly node: Ref }

export interface ClaimOptions {
  readonly issuer: string
  readonly audiences: readonly string[]
  /** In milliseconds since 1970. */
  readonly now: number
  readonly seconds: number
  /** When whoever still uses it is behind the times; for tokens that live longer than was asked for. */
  readonly warnAfterSeconds?: number
  readonly bound?: BoundTo
  /** No other token has it. */
  readonly id: string
}

/** What a token of a service account says. */
export function claimsFor({ metadata }: ApiObject, options: ClaimOptions): JsonObject {
  const { issuer, audiences, seconds, warnAfterSeconds, bound, id } = options
  const { namespace = '', name } = metadata
  const now = Math.floor(options.now / 1_000)
  return {
    aud: audiences,
    exp: now + seconds,
    iat: now,
    iss: issuer,
    jti: id,
    'kubernetes.io': {
      namespace,
      serviceaccount: refOf(metadata),
      ...boundClaims(bound),
      ...(warnAfterSeconds !== undefined && { warnafter: now + warnAfterSeconds }),
    },
    nbf: now,
    sub: serviceAccountUser(namespace, name),
  }
}

/** What the token in a Secret of type `kubernetes.io/service-account-token` says. */
export function secretClaimsFor({ metadata }: ApiObject, secret: string): JsonObject {
  const { namespace = '', name, uid = '' } = metadata
  return {
    iss: SECRET_ISSUER,
    'kubernetes.io/serviceaccount/namespace': namespace,
    'kubernetes.io/serviceaccount/secret.name': secret,
    'kubernetes.io/serviceaccount/service-account.name': name,
    'kubernetes.io/serviceaccount/service-account.uid': uid,
    sub: serviceAccountUser(namespace, name),
  }
}

/** An object as tokens name it. */
export function refOf({ name, uid }: ApiObject['metadata']): Ref & JsonObject {
  return { name, ...(uid !== undefined && { uid }) }
}

function boundClaims(bound: BoundTo | undefined): JsonObject {
  switch (bound?.kind) {
    case 'Pod':
      return { pod: { ...bound.pod }, ...(bound.node && { node: { ...bound.node } }) }
    case 'Secret':
      return { secret: { ...bound.secret } }
    case 'Node':
      return { node: { ...bound.node } }
    case undefined:
      return {}
  }
}
