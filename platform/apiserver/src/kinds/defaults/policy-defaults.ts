import { type Defaulters, type Draft, madePart, part, parts, setDefaults } from './draft.ts'

const RBAC = 'rbac.authorization.k8s.io'
const HOOK = {
  failurePolicy: 'Fail',
  matchPolicy: 'Equivalent',
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
}

/** Who may do what, who is asked, how much at once. */
export const policyDefaults: Defaulters = {
  'api.rbac.v1.RoleBinding': (binding) => setDefaults(part(binding, 'roleRef'), { apiGroup: RBAC }),
  'api.rbac.v1.ClusterRoleBinding': (binding) => setDefaults(part(binding, 'roleRef'), { apiGroup: RBAC }),
  'api.rbac.v1.Subject': (subject) => {
    if (subject.kind === 'User' || subject.kind === 'Group') setDefaults(subject, { apiGroup: RBAC })
  },
  'api.admissionregistration.v1.ValidatingWebhook': (hook) => setDefaults(hook, HOOK),
  'api.admissionregistration.v1.MutatingWebhook': (hook) =>
    setDefaults(hook, { ...HOOK, reinvocationPolicy: 'Never' }),
  'api.admissionregistration.v1.RuleWithOperations': (rule) => setDefaults(rule, { scope: '*' }),
  'api.admissionregistration.v1.NamedRuleWithOperations': (rule) => setDefaults(rule, { scope: '*' }),
  'api.admissionregistration.v1.ServiceReference': (service) => setDefaults(service, { port: 443 }),
  'api.admissionregistration.v1.ValidatingAdmissionPolicySpec': (spec) =>
    setDefaults(spec, { failurePolicy: 'Fail' }),
  'api.admissionregistration.v1.MatchResources': (match) =>
    setDefaults(match, { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} }),
  'apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition': definition,
  'apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference': (service) =>
    setDefaults(service, { port: 443 }),
  'kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference': (service) =>
    setDefaults(service, { port: 443 }),
  'api.authentication.v1.TokenRequestSpec': (spec) => setDefaults(spec, { expirationSeconds: 3600 }),
  'api.flowcontrol.v1.FlowSchemaSpec': (spec) => setDefaults(spec, { matchingPrecedence: 1000 }),
  'api.flowcontrol.v1.ExemptPriorityLevelConfiguration': (level) =>
    setDefaults(level, { nominalConcurrencyShares: 0, lendablePercent: 0 }),
  'api.flowcontrol.v1.LimitedPriorityLevelConfiguration': (level) =>
    setDefaults(level, { nominalConcurrencyShares: 30, lendablePercent: 0 }),
  'api.flowcontrol.v1.QueuingConfiguration': (queuing) =>
    setDefaults(queuing, { handSize: 8, queues: 64, queueLengthLimit: 50 }),
}

function definition(draft: Draft): void {
  const spec = madePart(draft, 'spec')
  const names = madePart(spec, 'names')
  const kind = typeof names.kind === 'string' ? names.kind : ''
  setDefaults(names, { singular: kind.toLowerCase() })
  if (kind !== '') setDefaults(names, { listKind: `${kind}List` })
  setDefaults(spec, { conversion: { strategy: 'None' } })
  const stored = parts(spec, 'versions').find(({ storage }) => storage === true)?.name
  if (stored !== undefined) setDefaults(madePart(draft, 'status'), { storedVersions: [stored] })
}
