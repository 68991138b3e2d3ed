import { sign, verify } from 'node:crypto'
import { formatJson } from '../../json/format-json.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { SigningKey, VerifyingKey } from './signing-key.ts'

/** A token taken apart; nothing of it is to be believed before it is verified. */
export interface JsonWebToken {
  readonly header: JsonObject
  readonly claims: JsonObject
  readonly signed: string
  readonly signature: Buffer
}

/** Signs claims, which are written in the order of their names. */
export function signToken(claims: JsonObject, { id, algorithm, privateKey }: SigningKey): string {
  const parts = [{ alg: algorithm, kid: id }, claims].map((part) => formatJson(part, { sorted: true }))
  const signed = parts.map((part) => Buffer.from(part).toString('base64url')).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}

/** Undefined for what is no token of this kind. */
export function readToken(text: string): JsonWebToken | undefined {
  const [first = '', second = '', third = '', ...more] = text.split('.')
  if (more.length > 0 || ![first, second, third].every((part) => /^[\w-]+$/.test(part))) return undefined
  const [header, claims] = [decoded(first), decoded(second)]
  if (!isObject(header) || !isObject(claims)) return undefined
  return { header, claims, signed: `${first}.${second}`, signature: Buffer.from(third, 'base64url') }
}

/** Whether a key signed the token, by the key's own algorithm whatever the token says. */
export function isSignedBy({ header, signed, signature }: JsonWebToken, key: VerifyingKey): boolean {
  if (header.alg !== key.algorithm) return false
  const { publicKey } = key
  return verify('sha256', Buffer.from(signed), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

function decoded(part: string): JsonValue | undefined {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as JsonValue
  } catch {
    return undefined
  }
}
