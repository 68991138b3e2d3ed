import type { Clock } from '@reeve/ground'
import { isObject, type JsonObject } from '../../json/json-value.ts'
import { timestamp } from '../../resources/api-object.ts'
import type { BearerAuthenticator } from '../authentication/bearer-authenticator.ts'
import type { Authorizer } from '../authorizer.ts'
import type { RuleResolver } from '../rbac/rule-resolver.ts'
import type { User } from '../user.ts'
import { reviewAccess } from './review-access.ts'
import { reviewRules } from './review-rules.ts'
import { reviewToken } from './review-token.ts'
import { userInfoOf } from './user-info.ts'

/** Kinds that are asked and answered, never stored. */
export type ReviewKind =
  | 'SelfSubjectAccessReview'
  | 'SubjectAccessReview'
  | 'LocalSubjectAccessReview'
  | 'SelfSubjectRulesReview'
  | 'SelfSubjectReview'
  | 'TokenReview'

const REVIEWS: Readonly<Record<string, ReviewKind>> = {
  'authorization.k8s.io/selfsubjectaccessreviews': 'SelfSubjectAccessReview',
  'authorization.k8s.io/subjectaccessreviews': 'SubjectAccessReview',
  'authorization.k8s.io/localsubjectaccessreviews': 'LocalSubjectAccessReview',
  'authorization.k8s.io/selfsubjectrulesreviews': 'SelfSubjectRulesReview',
  'authentication.k8s.io/selfsubjectreviews': 'SelfSubjectReview',
  'authentication.k8s.io/tokenreviews': 'TokenReview',
}

/** Which review a resource is; undefined for every other. */
export function reviewKindOf(group: string, resource: string): ReviewKind | undefined {
  const key = `${group}/${resource}`
  return Object.hasOwn(REVIEWS, key) ? REVIEWS[key] : undefined
}

export interface ReviewOptions {
  /** Who asks. */
  readonly user: User
  /** Of the request; '' but for a LocalSubjectAccessReview. */
  readonly namespace: string
  readonly authorizer: Authorizer
  readonly resolver: RuleResolver
  readonly tokens: BearerAuthenticator
  readonly clock: Clock
}

/** The answer to a review, whose fields have been checked for their types; throws an ApiError in the real server's words. */
export async function answerReview(
  kind: ReviewKind,
  given: JsonObject,
  options: ReviewOptions,
): Promise<JsonObject> {
  const object = { ...given, metadata: isObject(given.metadata) ? given.metadata : {} }
  switch (kind) {
    case 'SelfSubjectAccessReview':
    case 'SubjectAccessReview':
    case 'LocalSubjectAccessReview':
      return reviewAccess(kind, object, options)
    case 'SelfSubjectRulesReview':
      return reviewRules(object, options)
    case 'TokenReview':
      return reviewToken(object, options.tokens)
    case 'SelfSubjectReview':
      return {
        kind,
        apiVersion: 'authentication.k8s.io/v1',
        metadata: { creationTimestamp: timestamp(options.clock.now()) },
        status: { userInfo: userInfoOf(options.user) },
      }
  }
}
