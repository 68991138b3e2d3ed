import { timingSafeEqual } from 'node:crypto'
import type { User } from '../auth/user.ts'

/** Knows users by their bearer tokens. Comparing takes as long for a wrong token as for a right one. */
export class TokenAuthenticator {
  readonly #users: readonly { readonly token: Buffer; readonly user: User }[]

  constructor(users: Readonly<Record<string, User>>) {
    this.#users = Object.entries(users).map(([token, user]) => ({ token: Buffer.from(token), user }))
  }

  authenticate(header: string | undefined): User | undefined {
    const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? []
    if (token === undefined) return undefined
    const given = Buffer.from(token)
    const known = this.#users.filter(
      ({ token: own }) => own.length === given.length && timingSafeEqual(own, given),
    )
    return known[0]?.user
  }
}
