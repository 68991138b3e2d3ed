import { timingSafeEqual } from 'node:crypto'
import { isObject, type JsonObject } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { CredentialsRefused } from '../authentication/authenticator.ts'
import type { User } from '../user.ts'
import type { LookUp } from './look-up.ts'
import { serviceAccountGroups, serviceAccountUser } from './service-account-user.ts'

const CLAIM = 'kubernetes.io/serviceaccount'
const INVALID_SINCE = 'kubernetes.io/legacy-token-invalid-since'

/** Whose token this is, out of a Secret. Throws CredentialsRefused unless Secret and service account are as they were. */
export async function checkSecretClaims(token: string, claims: JsonObject, lookUp: LookUp): Promise<User> {
  const sub = claimed(claims, 'sub', 'sub')
  const namespace = claimed(claims, `${CLAIM}/namespace`, 'namespace')
  const secretName = claimed(claims, `${CLAIM}/secret.name`, 'secretName')
  const name = claimed(claims, `${CLAIM}/service-account.name`, 'serviceAccountName')
  const uid = claimed(claims, `${CLAIM}/service-account.uid`, 'serviceAccountUID')
  if (sub !== serviceAccountUser(namespace, name)) refuse('sub claim is invalid')
  const secret = await lookUp('secrets', namespace, secretName)
  if (secret === undefined || isGoing(secret)) return refuse('Token has been invalidated')
  if (!holds(secret, token)) refuse("Token does not match server's copy")
  const account = await lookUp('serviceaccounts', namespace, name)
  const place = `${namespace}/${name}`
  if (account === undefined) return refuse(`serviceaccounts ${quote(name)} not found`)
  if (isGoing(account)) refuse(`ServiceAccount ${place} has been deleted`)
  if (account.metadata.uid !== uid) {
    refuse(`ServiceAccount UID (${account.metadata.uid ?? ''}) does not match claim (${uid})`)
  }
  if (secret.metadata.labels?.[INVALID_SINCE] !== undefined) {
    refuse(
      `the token in secret ${namespace}/${secretName} for service account ${place} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${INVALID_SINCE}' label from the secret to temporarily allow use of this token`,
    )
  }
  return { name: sub, uid, groups: serviceAccountGroups(namespace) }
}

function claimed(claims: JsonObject, key: string, title: string): string {
  const value = claims[key]
  return typeof value === 'string' && value !== '' ? value : refuse(`${title} claim is missing`)
}

function holds({ data }: ApiObject, token: string): boolean {
  const kept = isObject(data) && typeof data.token === 'string' ? data.token : ''
  const [own, given] = [Buffer.from(kept, 'base64'), Buffer.from(token)]
  return own.length === given.length && timingSafeEqual(own, given)
}

function isGoing({ metadata }: ApiObject): boolean {
  return metadata.deletionTimestamp !== undefined
}

function refuse(reason: string): never {
  throw new CredentialsRefused(reason)
}
