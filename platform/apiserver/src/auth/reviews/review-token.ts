import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import { badRequest } from '../../status/api-errors.ts'
import { CredentialsRefused } from '../authentication/authenticator.ts'
import type { BearerAuthenticator } from '../authentication/bearer-authenticator.ts'
import { userInfoOf } from './user-info.ts'

/** Whose a token is, as a TokenReview asks. */
export async function reviewToken(review: JsonObject, tokens: BearerAuthenticator): Promise<JsonObject> {
  const spec: JsonObject = isObject(review.spec) ? review.spec : {}
  const { token } = spec
  if (typeof token !== 'string' || token === '') {
    throw badRequest('token is required for TokenReview in authentication')
  }
  const asked = isList(spec.audiences) ? spec.audiences.filter((one) => typeof one === 'string') : []
  const status = await statusOf(tokens, token, asked)
  return {
    kind: 'TokenReview',
    apiVersion: 'authentication.k8s.io/v1',
    metadata: review.metadata,
    spec,
    status,
  }
}

async function statusOf(
  tokens: BearerAuthenticator,
  token: string,
  asked: readonly string[],
): Promise<JsonObject> {
  try {
    const { user, audiences } = await tokens.check(token, asked.length === 0 ? undefined : asked)
    return { authenticated: true, user: userInfoOf(user), audiences }
  } catch (error) {
    if (!(error instanceof CredentialsRefused)) throw error
    return { user: {}, error: error.message }
  }
}
