import type { JsonObject } from '../../json/json-value.ts'
import type { VerifyingKey } from './signing-key.ts'

/** Where the keys are. */
export const KEYS_PATH = '/openid/v1/jwks'
/** Where what others need to check tokens is told. */
export const CONFIGURATION_PATH = '/.well-known/openid-configuration'

export interface OpenIdOptions {
  readonly issuer: string
  /** Such as `127.0.0.1:6443`. */
  readonly address: string
  readonly keys: readonly VerifyingKey[]
}

/** What is at `/.well-known/openid-configuration`, as `application/json` with `cache-control: public, max-age=3600`. */
export function openIdConfiguration({ issuer, address, keys }: OpenIdOptions): JsonObject {
  return {
    issuer,
    jwks_uri: `https://${address}${KEYS_PATH}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
  }
}

/** What is at `/openid/v1/jwks`, as `application/jwk-set+json` with `cache-control: public, max-age=3600`. */
export function openIdKeys(keys: readonly VerifyingKey[]): JsonObject {
  return { keys: keys.map(jsonWebKey) }
}

function jsonWebKey({ id, algorithm, publicKey }: VerifyingKey): JsonObject {
  const { kty = '', crv, x, y, n, e } = publicKey.export({ format: 'jwk' })
  const numbers = kty === 'RSA' ? { n, e } : { crv, x, y }
  return { use: 'sig', kty, kid: id, alg: algorithm, ...(numbers as JsonObject) }
}
