import { hash } from 'node:crypto'
import { type Random, realRandom } from '@reeve/ground'
import type { User } from '../user.ts'
import type { TokenAuthenticator, TokenUser } from './bearer-authenticator.ts'

/**
 * Knows users by tokens that never change. How long a look takes says nothing about the tokens: what is looked up is a
 * digest with a salt that nobody else knows.
 */
export class StaticTokens implements TokenAuthenticator {
  readonly #salt: string
  readonly #known: ReadonlyMap<string, TokenUser>

  constructor(users: Readonly<Record<string, User>>, random: Random = realRandom) {
    this.#salt = Buffer.from(random.bytes(32)).toString('base64')
    this.#known = new Map(Object.entries(users).map(([token, user]) => [this.#digest(token), { user }]))
  }

  authenticateToken(token: string): TokenUser | undefined {
    return this.#known.get(this.#digest(token))
  }

  /** In one call: making a key for an HMAC costs more than the rest of reading a small object. */
  #digest(token: string): string {
    return hash('sha256', this.#salt + token, 'base64')
  }
}
