import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Random, realRandom } from '@reeve/ground'
import type { User } from '../user.ts'
import type { TokenAuthenticator, TokenUser } from './bearer-authenticator.ts'

interface Known {
  readonly digest: Buffer
  readonly answer: TokenUser
}

/** Knows users by tokens that never change. How long a look takes says nothing about the tokens. */
export class StaticTokens implements TokenAuthenticator {
  readonly #key: Uint8Array
  readonly #known: ReadonlyMap<string, Known>

  constructor(users: Readonly<Record<string, User>>, random: Random = realRandom) {
    this.#key = random.bytes(32)
    this.#known = new Map(
      Object.entries(users).map(([token, user]) => {
        const digest = this.#digest(token)
        return [digest.toString('base64'), { digest, answer: { user } }]
      }),
    )
  }

  authenticateToken(token: string): TokenUser | undefined {
    const digest = this.#digest(token)
    const known = this.#known.get(digest.toString('base64'))
    return known && timingSafeEqual(known.digest, digest) ? known.answer : undefined
  }

  #digest(token: string): Buffer {
    return createHmac('sha256', this.#key).update(token).digest()
  }
}
