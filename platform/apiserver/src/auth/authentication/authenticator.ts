import type { PeerCertificate } from 'node:tls'
import { ReeveError } from '@reeve/ground'
import { aggregated } from '../aggregated-errors.ts'
import { authenticated, type User } from '../user.ts'

/** What a request shows of who sends it. */
export interface Credentials {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Checked against the authority for clients already. */
  readonly certificate?: PeerCertificate | undefined
}

/** Knows users by one kind of credentials. */
export interface Authenticator {
  /** Undefined where there are no credentials of its kind; CredentialsRefused where they are wrong. */
  authenticate(request: Credentials): Promise<User | undefined> | User | undefined
}

/** Credentials that are not believed. A client is told 401 and nothing of why. */
export class CredentialsRefused extends ReeveError {
  readonly code = 'CREDENTIALS_REFUSED'

  constructor(reason: string) {
    super(reason, { retryable: false })
  }
}

/**
 * Who sends a request: the first that any authenticator knows, as a member of `system:authenticated`. Undefined if
 * nothing was shown; CredentialsRefused if all that was shown is wrong.
 */
export async function authenticate(
  authenticators: readonly Authenticator[],
  request: Credentials,
): Promise<User | undefined> {
  const refusals: string[] = []
  for (const authenticator of authenticators) {
    try {
      const user = await authenticator.authenticate(request)
      if (user !== undefined) return authenticated(user)
    } catch (error) {
      if (!(error instanceof CredentialsRefused)) throw error
      refusals.push(error.message)
    }
  }
  if (refusals.length > 0) throw new CredentialsRefused(aggregated(refusals))
  return undefined
}
