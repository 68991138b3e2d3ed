import type { JsonObject } from '../../json/json-value.ts'

const rules = (group: string, ...resources: readonly string[]): JsonObject => ({
  resourceRules: [{ apiGroups: [group], apiVersions: ['v1'], operations: ['*'], resources }],
})

/** Policies whose expressions fit their kinds, or do not. For tests only. */
export const TYPED_POLICIES: Readonly<Record<string, JsonObject>> = {
  fits: {
    matchConstraints: rules('apps', 'deployments'),
    validations: [{ expression: 'object.spec.replicas > 1' }],
  },
  'unknown-field': {
    matchConstraints: rules('apps', 'deployments'),
    validations: [
      { expression: 'object.spec.replica > 1', messageExpression: "'x' + string(object.spec.nope)" },
      { expression: 'true' },
    ],
  },
  'wrong-type': {
    matchConstraints: rules('apps', 'deployments', 'statefulsets'),
    validations: [{ expression: "object.spec.replicas > '1'" }],
  },
  'one-of-two': {
    matchConstraints: rules('apps', 'deployments', 'daemonsets', 'deployments/scale'),
    validations: [{ expression: 'object.spec.replicas > 1' }],
  },
  wildcard: { matchConstraints: rules('*', 'deployments'), validations: [{ expression: 'object.nope > 1' }] },
  variables: {
    matchConstraints: rules('', 'configmaps'),
    variables: [{ name: 'a', expression: 'object.data' }],
    validations: [{ expression: 'variables.a.x == 1' }],
  },
  params: {
    matchConstraints: rules('', 'configmaps'),
    paramKind: { apiVersion: 'v1', kind: 'Secret' },
    validations: [{ expression: 'params.type == object.immutable' }, { expression: 'params.nope == 1' }],
  },
  metadata: {
    matchConstraints: rules('', 'pods'),
    validations: [
      { expression: "object.metadata.labels['a'] == 1" },
      { expression: 'object.metadata.nope == 1' },
      { expression: "object.spec.containers.all(c, c.image == 'x' && c.port == 1)" },
      { expression: 'object.metadata.creationTimestamp == 1' },
    ],
  },
}
