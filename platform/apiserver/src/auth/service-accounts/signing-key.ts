import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { ReeveError } from '@reeve/ground'

/** What tokens are checked with. */
export interface VerifyingKey {
  /** As in the header of tokens: the hash of the public key. */
  readonly id: string
  readonly algorithm: 'RS256' | 'ES256'
  readonly publicKey: KeyObject
}

/** What tokens are signed with. */
export interface SigningKey extends VerifyingKey {
  readonly privateKey: KeyObject
}

/** A key that no token can be signed with. */
export class SigningKeyError extends ReeveError {
  readonly code = 'SIGNING_KEY_INVALID'

  constructor(reason: string, cause?: unknown) {
    super(`cannot use the key for service account tokens: ${reason}`, { cause, retryable: false })
  }
}

/** Reads a private key, RSA or ECDSA on P-256, from PEM. */
export function signingKeyOf(pem: string): SigningKey {
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(pem)
  } catch (cause) {
    throw new SigningKeyError('expected a private key as PEM', cause)
  }
  return { ...verifyingKeyOf(createPublicKey(privateKey)), privateKey }
}

/** Makes a new key on P-256, as PEM; to be kept, or every token dies with the process. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** What to check tokens with that the owner of a public key signed. */
export function verifyingKeyOf(publicKey: KeyObject): VerifyingKey {
  const der = publicKey.export({ type: 'spki', format: 'der' })
  const id = createHash('sha256').update(der).digest('base64url')
  return { id, algorithm: algorithmOf(publicKey), publicKey }
}

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): 'RS256' | 'ES256' {
  if (asymmetricKeyType === 'rsa') return 'RS256'
  if (asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1') return 'ES256'
  throw new SigningKeyError(`expected RSA or ECDSA on P-256, found ${asymmetricKeyType ?? 'something else'}`)
}
