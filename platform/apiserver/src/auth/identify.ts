import { unauthorized } from '../status/api-errors.ts'
import {
  type Authenticator,
  authenticate,
  type Credentials,
  CredentialsRefused,
} from './authentication/authenticator.ts'
import type { Authorizer } from './authorizer.ts'
import { impersonate, readImpersonation } from './impersonation.ts'
import { ANONYMOUS, type User } from './user.ts'

/** A request as far as it says who sends it. */
export interface Shown extends Credentials {
  /** As Node has them: name, value, name, value. */
  readonly rawHeaders: readonly string[]
  /** With its query. */
  readonly url: string
}

export interface IdentifyOptions {
  readonly authenticators: readonly Authenticator[]
  readonly authorizer: Authorizer
  /** Whether whoever shows nothing may go on, as `system:anonymous`. */
  readonly anonymous: boolean
}

/** Who a request counts as sent by, and who really sent it. */
export interface Identified {
  readonly user: User
  /** Only where it is another. */
  readonly impersonatedBy?: User
}

/** Who sends a request: 401 for whoever is not believed, 403 for whoever may not be taken for the one they name. */
export async function identify(request: Shown, options: IdentifyOptions): Promise<Identified> {
  const user = await believed(request, options)
  const wanted = readImpersonation(request.rawHeaders)
  if (wanted === undefined) return { user }
  const { authorizer } = options
  return { user: impersonate(user, wanted, { authorizer, url: request.url }), impersonatedBy: user }
}

async function believed(request: Shown, { authenticators, anonymous }: IdentifyOptions): Promise<User> {
  try {
    const user = await authenticate(authenticators, request)
    if (user !== undefined) return user
    if (anonymous) return ANONYMOUS
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error
  }
  throw unauthorized()
}
