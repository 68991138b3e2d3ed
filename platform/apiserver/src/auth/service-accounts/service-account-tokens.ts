import type { Clock } from '@reeve/ground'
import { isList, type JsonObject } from '../../json/json-value.ts'
import { CredentialsRefused } from '../authentication/authenticator.ts'
import type { TokenAuthenticator, TokenUser } from '../authentication/bearer-authenticator.ts'
import { quoted } from '../rbac/describe-rules.ts'
import { checkClaims } from './check-claims.ts'
import { checkSecretClaims } from './check-secret-claims.ts'
import { isSignedBy, readToken } from './json-web-token.ts'
import type { LookUp } from './look-up.ts'
import type { VerifyingKey } from './signing-key.ts'
import { SECRET_ISSUER } from './token-claims.ts'

export interface ServiceAccountTokensOptions {
  readonly issuer: string
  readonly keys: readonly VerifyingKey[]
  /** What this server is called where tokens say for whom they are meant. */
  readonly audiences: readonly string[]
  readonly lookUp: LookUp
  readonly clock: Clock
}

/** So many tokens are remembered as rightly signed. */
const REMEMBERED = 1_000

/** Knows service accounts by the tokens that this server signed, for as long as they and what they are bound to are there. */
export class ServiceAccountTokens implements TokenAuthenticator {
  readonly #options: ServiceAccountTokensOptions
  readonly #verified = new Map<string, JsonObject>()

  constructor(options: ServiceAccountTokensOptions) {
    this.#options = options
  }

  async authenticateToken(token: string, wanted: readonly string[]): Promise<TokenUser | undefined> {
    const claims = this.#verified.get(token) ?? this.#verify(token)
    if (claims === undefined) return undefined
    const { audiences: own, lookUp, clock } = this.#options
    if (claims.iss === SECRET_ISSUER) {
      const audiences = meant(own, wanted)
      return { user: await checkSecretClaims(token, claims, lookUp), audiences }
    }
    const audiences = meant(audiencesOf(claims, own), wanted)
    return { user: await checkClaims(claims, { lookUp, now: clock.now() }), audiences }
  }

  /** What a token says, if it is one of ours. */
  #verify(token: string): JsonObject | undefined {
    const { issuer, keys } = this.#options
    const parts = readToken(token)
    if (parts === undefined || (parts.claims.iss !== issuer && parts.claims.iss !== SECRET_ISSUER))
      return undefined
    const { kid } = parts.header
    const fitting = keys.filter(({ id }) => kid === undefined || kid === '' || kid === id)
    if (fitting.length === 0) throw new CredentialsRefused('invalid signature, no keys found')
    if (!fitting.some((key) => isSignedBy(parts, key))) {
      throw new CredentialsRefused('go-jose/go-jose: error in cryptographic primitive')
    }
    if (this.#verified.size >= REMEMBERED) this.#verified.clear()
    this.#verified.set(token, parts.claims)
    return parts.claims
  }
}

function audiencesOf({ aud }: JsonObject, own: readonly string[]): readonly string[] {
  const list =
    typeof aud === 'string' ? [aud] : isList(aud) ? aud.filter((one) => typeof one === 'string') : []
  return list.length === 0 ? own : list
}

function meant(audiences: readonly string[], wanted: readonly string[]): readonly string[] {
  const both = audiences.filter((audience) => wanted.includes(audience))
  if (both.length > 0) return both
  throw new CredentialsRefused(
    `token audiences ${quoted(audiences)} is invalid for the target audiences ${quoted(wanted)}`,
  )
}
