import { aggregated } from '../aggregated-errors.ts'
import { authenticated, type User } from '../user.ts'
import { type Authenticator, type Credentials, CredentialsRefused } from './authenticator.ts'

/** Who a token is of, and for whom it is meant of those that were asked for; undefined where tokens say nothing of it. */
export interface TokenUser {
  readonly user: User
  readonly audiences?: readonly string[]
}

/** Knows users by one kind of tokens. */
export interface TokenAuthenticator {
  /** Undefined for a token of another kind; CredentialsRefused for one that is wrong. */
  authenticateToken(
    token: string,
    audiences: readonly string[],
  ): Promise<TokenUser | undefined> | TokenUser | undefined
}

export interface BearerOptions {
  readonly tokens: readonly TokenAuthenticator[]
  /** What this server is called where tokens say for whom they are meant. */
  readonly audiences: readonly string[]
}

/** Knows users by what follows `Bearer` in the Authorization header. */
export class BearerAuthenticator implements Authenticator {
  readonly #options: BearerOptions

  constructor(options: BearerOptions) {
    this.#options = options
  }

  async authenticate({ headers }: Credentials): Promise<User | undefined> {
    const [scheme = '', token = ''] = (headers.authorization ?? '').trim().split(' ')
    if (scheme.toLowerCase() !== 'bearer' || token === '') return undefined
    return (await this.check(token)).user
  }

  /** Whose token this is, for one of these audiences; throws CredentialsRefused. Default: the server's own. */
  async check(
    token: string,
    wanted: readonly string[] = this.#options.audiences,
  ): Promise<Required<TokenUser>> {
    const refusals = ['invalid bearer token']
    for (const authenticator of this.#options.tokens) {
      try {
        const found = await authenticator.authenticateToken(token, wanted)
        // A token that says nothing of for whom it is meant is meant for this server.
        const audiences = found?.audiences ?? this.#options.audiences.filter((own) => wanted.includes(own))
        if (found !== undefined && audiences.length > 0) return { user: authenticated(found.user), audiences }
      } catch (error) {
        if (!(error instanceof CredentialsRefused)) throw error
        refusals.push(error.message)
      }
    }
    throw new CredentialsRefused(aggregated(refusals))
  }
}
