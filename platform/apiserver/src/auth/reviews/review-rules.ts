import { isObject, type JsonObject } from '../../json/json-value.ts'
import { badRequest } from '../../status/api-errors.ts'
import { aggregated } from '../aggregated-errors.ts'
import type { PolicyRule } from '../rbac/policy-rule.ts'
import { notThere, type RuleResolver } from '../rbac/rule-resolver.ts'
import type { User } from '../user.ts'

interface ReviewRulesOptions {
  readonly user: User
  readonly resolver: RuleResolver
}

/** What someone may do in a namespace, as a SelfSubjectRulesReview asks. The answer repeats nothing of the question. */
export function reviewRules({ spec }: JsonObject, { user, resolver }: ReviewRulesOptions): JsonObject {
  const namespace = isObject(spec) ? spec.namespace : undefined
  if (typeof namespace !== 'string' || namespace === '') throw badRequest('no namespace on request')
  const { rules, lacking } = resolver.rulesFor(user, namespace)
  return {
    kind: 'SelfSubjectRulesReview',
    apiVersion: 'authorization.k8s.io/v1',
    metadata: {},
    spec: {},
    status: {
      resourceRules: rules.filter(({ resources }) => resources.length > 0).map(resourceRule),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs.length > 0)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      ...(lacking.length > 0 && { evaluationError: aggregated(lacking.map((role) => notThere(role))) }),
    },
  }
}

function resourceRule({ verbs, apiGroups, resources, resourceNames }: PolicyRule): JsonObject {
  return {
    verbs,
    ...(apiGroups.length > 0 && { apiGroups }),
    resources,
    ...(resourceNames.length > 0 && { resourceNames }),
  }
}
