import type { JsonObject } from '../../platform/apiserver/src/json/json-value.ts'
import type { Probe } from './default-probes.ts'

const extra = { scopes: ['a', 'b'], empty: [''] }
const resourceAttributes = { namespace: 'default', verb: 'get', group: 'apps', resource: 'deployments' }

/** Kinds that are answered and not stored. */
export function reviewProbes(): readonly Probe[] {
  const authorization = 'authorization.k8s.io/v1'
  return [
    review(authorization, 'SubjectAccessReview', { user: 'u', groups: ['g'], extra, resourceAttributes }),
    review(authorization, 'SelfSubjectAccessReview', { resourceAttributes }),
    review('authentication.k8s.io/v1', 'TokenReview', { token: 'none' }),
    { title: 'review', object: { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' } },
  ]
}

function review(apiVersion: string, kind: string, spec: JsonObject): Probe {
  return { title: 'review', object: { apiVersion, kind, spec } }
}
