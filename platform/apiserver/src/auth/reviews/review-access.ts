import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { withMeta } from '../../resources/api-object.ts'
import type { Attributes } from '../attributes.ts'
import type { Authorizer } from '../authorizer.ts'
import type { User } from '../user.ts'
import { type AccessReviewKind, checkAccessReview } from './check-access-review.ts'
import { ignoredSelectors } from './ignored-selectors.ts'

interface ReviewAccessOptions {
  readonly user: User
  readonly namespace: string
  readonly authorizer: Authorizer
}

/** Whether something is allowed, as the reviews of access ask. */
export function reviewAccess(
  kind: AccessReviewKind,
  given: JsonObject,
  { user, namespace, authorizer }: ReviewAccessOptions,
): JsonObject {
  const review = kind === 'LocalSubjectAccessReview' ? withMeta(given, { namespace }) : given
  checkAccessReview(kind, review)
  const spec: JsonObject = isObject(review.spec) ? review.spec : {}
  const attributes = attributesIn(spec, kind === 'SelfSubjectAccessReview' ? user : subjectIn(spec))
  const { allowed, reason } = authorizer.authorize(attributes)
  const evaluationError = ignoredSelectors(spec.resourceAttributes).join('; ')
  return {
    kind,
    apiVersion: 'authorization.k8s.io/v1',
    metadata: review.metadata,
    spec,
    status: {
      allowed,
      ...(reason !== '' && { reason }),
      ...(evaluationError !== '' && { evaluationError }),
    },
  }
}

function attributesIn(spec: JsonObject, user: User): Attributes {
  if (!isObject(spec.resourceAttributes)) {
    const { verb, path } = isObject(spec.nonResourceAttributes) ? spec.nonResourceAttributes : {}
    return { type: 'path', user, verb: textOf(verb), path: textOf(path) }
  }
  const asked = spec.resourceAttributes
  return {
    type: 'resource',
    user,
    verb: textOf(asked.verb),
    group: textOf(asked.group),
    version: textOf(asked.version) || '*',
    resource: textOf(asked.resource),
    subresource: textOf(asked.subresource),
    namespace: textOf(asked.namespace),
    name: textOf(asked.name),
  }
}

/** The one that is asked about: in no groups but those that are told. */
function subjectIn({ user, uid, groups, extra }: JsonObject): User {
  const members = isObject(extra) ? Object.entries(extra) : []
  return {
    name: textOf(user),
    ...(textOf(uid) !== '' && { uid: textOf(uid) }),
    groups: textsOf(groups),
    extra: Object.fromEntries(members.map(([key, values]) => [key, textsOf(values)])),
  }
}

function textsOf(list: JsonValue | undefined): readonly string[] {
  return isList(list) ? list.filter((item) => typeof item === 'string') : []
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
