import { isObject, type JsonObject } from '../../json/json-value.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import { signToken } from './json-web-token.ts'
import type { SigningKey } from './signing-key.ts'
import { secretClaimsFor } from './token-claims.ts'

/** Of Secrets that hold a token. */
export const SECRET_TYPE = 'kubernetes.io/service-account-token'
const ACCOUNT_NAME = 'kubernetes.io/service-account.name'
const ACCOUNT_UID = 'kubernetes.io/service-account.uid'

/** Which service account a Secret wants a token of; undefined for other Secrets. */
export function accountOfSecret({ type, metadata }: ApiObject): string | undefined {
  return type === SECRET_TYPE ? metadata.annotations?.[ACCOUNT_NAME] : undefined
}

/** Whether a Secret is there for a token of just this service account, and not of one that had its name before. */
export function isTokenOf(secret: ApiObject, account: ApiObject): boolean {
  const uid = secret.metadata.annotations?.[ACCOUNT_UID] ?? ''
  return accountOfSecret(secret) === account.metadata.name && (uid === '' || uid === account.metadata.uid)
}

export interface SecretTokenOptions {
  readonly key: SigningKey
  /** The authority that whoever uses it is to trust, as PEM; '' for none. */
  readonly rootCa: string
}

/** The Secret with everything in it that a client needs; the same object if nothing is missing. */
export function withSecretToken(
  secret: ApiObject,
  account: ApiObject,
  { key, rootCa }: SecretTokenOptions,
): ApiObject {
  const { namespace = '', name, annotations } = secret.metadata
  const data: JsonObject = isObject(secret.data) ? secret.data : {}
  const authority = base64(rootCa)
  const missing = {
    ...(rootCa !== '' && data['ca.crt'] !== authority && { 'ca.crt': authority }),
    ...((data.namespace ?? '') === '' && { namespace: base64(namespace) }),
    ...((data.token ?? '') === '' && { token: base64(signToken(secretClaimsFor(account, name), key)) }),
  }
  if (Object.keys(missing).length === 0) return secret
  const marked = { ...annotations, [ACCOUNT_UID]: account.metadata.uid ?? '' }
  return { ...withMeta(secret, { annotations: marked }), data: { ...data, ...missing } }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
