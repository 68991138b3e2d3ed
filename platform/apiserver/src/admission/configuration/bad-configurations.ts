import type { JsonObject, JsonValue } from '../../json/json-value.ts'

/** Configurations that the real server refuses, and why it should, by name. For tests only. */
export interface BadConfiguration {
  readonly name: string
  readonly object: JsonObject
}

const API_VERSION = 'admissionregistration.k8s.io/v1'
const RULE: JsonObject = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] }
const HOOK: JsonObject = {
  name: 'a.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://example.com/x' },
  rules: [RULE],
}

const hooks = (name: string, ...webhooks: readonly JsonObject[]): BadConfiguration => {
  const all = webhooks.map((hook) => ({ ...HOOK, ...hook }))
  const kind = 'MutatingWebhookConfiguration'
  return { name, object: { apiVersion: API_VERSION, kind, metadata: { name: 'x' }, webhooks: all } }
}
const rule = (name: string, change: JsonObject): BadConfiguration =>
  hooks(name, { rules: [{ ...RULE, ...change }] })
const at = (name: string, clientConfig: JsonObject): BadConfiguration => hooks(name, { clientConfig })
const service = (name: string, change: JsonObject): BadConfiguration =>
  at(name, { service: { namespace: 'n', name: 's', ...change } })

const SPEC: JsonObject = {
  matchConstraints: { resourceRules: [RULE] },
  validations: [{ expression: 'true' }],
}
const policy = (
  name: string,
  spec: JsonObject,
  metadata: JsonObject = { name: 'x.example.com' },
): BadConfiguration => ({
  name,
  object: {
    apiVersion: API_VERSION,
    kind: 'ValidatingAdmissionPolicy',
    metadata,
    spec: { ...SPEC, ...spec },
  },
})
const check = (name: string, change: JsonObject): BadConfiguration =>
  policy(name, { validations: [{ expression: 'true', ...change }] })
const binding = (name: string, spec: JsonObject): BadConfiguration => ({
  name,
  object: {
    apiVersion: API_VERSION,
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: 'x' },
    spec: { policyName: 'p', validationActions: ['Deny'], ...spec },
  },
})
const conditions = (...matchConditions: readonly JsonValue[]): JsonObject => ({ matchConditions })
const paramRef = (name: string, ref: JsonObject): BadConfiguration => binding(name, { paramRef: ref })

const RETURNS: Readonly<Record<string, string>> = {
  timestamp: 'timestamp("2020-01-01T00:00:00Z")',
  duration: 'duration("1s")',
  null: 'null',
  map: '{"a": 1}',
  list: '[1]',
  bytes: "b'x'",
  double: '1.0',
  uint: '1u',
  type: 'type(1)',
  request: 'request',
  user: 'request.userInfo',
  authorizer: 'authorizer',
  decision: 'authorizer.requestResource.check("get")',
  namespace: 'namespaceObject',
  optional: 'optional.of(1)',
  quantity: 'quantity("1")',
  empty: '[]',
}

export const BAD_CONFIGURATIONS: readonly BadConfiguration[] = [
  hooks('good', {}),
  hooks('name missing', { name: '' }),
  hooks('name short', { name: 'a.b' }),
  hooks('name bad', { name: 'A_b.c.d' }),
  hooks('names same', {}, {}),
  rule('rule empty', { apiGroups: [], apiVersions: [], operations: [], resources: [] }),
  rule('rule wildcards', {
    apiGroups: ['*', 'a'],
    apiVersions: ['*', 'v1'],
    operations: ['*', 'CREATE'],
    resources: ['*/*', 'pods'],
  }),
  rule('rule blank', { apiVersions: [''], resources: [''] }),
  rule('operation bad', { operations: ['create'] }),
  rule('scope bad', { scope: 'x' }),
  rule('resources overlap', { resources: ['pods/*', 'pods/status', '*/scale', 'a/scale'] }),
  rule('resources star', { resources: ['*', 'pods'] }),
  rule('resources star last', { resources: ['pods', '*'] }),
  hooks('policies bad', {
    failurePolicy: 'x',
    matchPolicy: 'y',
    reinvocationPolicy: 'z',
    sideEffects: 'Some',
  }),
  hooks('side effects missing', { sideEffects: null }),
  hooks('timeout low', { timeoutSeconds: 0 }),
  hooks('timeout high', { timeoutSeconds: 31 }),
  hooks('versions missing', { admissionReviewVersions: [] }),
  hooks('versions unknown', { admissionReviewVersions: ['v2', 'v2', 'V_'] }),
  hooks('selectors bad', {
    namespaceSelector: { matchLabels: { 'a b': 'c d' } },
    objectSelector: {
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['x'] },
        { key: '!', operator: 'Foo', values: ['x y'] },
      ],
    },
  }),
  at('client none', {}),
  at('client both', { url: 'https://a', service: { namespace: 'a', name: 'b' } }),
  at('url http', { url: 'http://a/b' }),
  at('url everything', { url: 'https://u:p@a/b?c=d#e' }),
  at('url no host', { url: 'https:///b' }),
  at('url word', { url: 'word' }),
  service('service name missing', { name: '' }),
  service('service namespace missing', { namespace: '' }),
  service('service port', { port: 70_000 }),
  service('service path', { path: 'a//B_/' }),
  service('service path slashes', { path: '//' }),
  hooks(
    'conditions bad',
    conditions(
      { name: '', expression: '' },
      { name: 'a b', expression: 'true' },
      { name: 'c', expression: ' 1 ' },
      { name: 'c', expression: 'true' },
    ),
  ),
  hooks('condition syntax', conditions({ name: 'c', expression: 'object.' })),
  hooks('condition unknown', conditions({ name: 'c', expression: 'params.x == 1' })),
  hooks('condition type', conditions({ name: 'c', expression: 'request.operation == 1' })),
  hooks('condition request field', conditions({ name: 'c', expression: 'request.nope == "1"' })),
  hooks('condition dyn', conditions({ name: 'c', expression: 'object.x' })),
  hooks(
    'conditions many',
    conditions(...Array.from({ length: 65 }, (_, n) => ({ name: `c${n}`, expression: 'true' }))),
  ),
  ...Object.entries(RETURNS).map(([name, expression]) =>
    hooks(`returns ${name}`, conditions({ name: 'c', expression })),
  ),
  check('string or null', { messageExpression: 'null' }),
  policy('annotation returns', {
    auditAnnotations: [{ key: 'k', valueExpression: 'timestamp("2020-01-01T00:00:00Z")' }],
  }),
  policy('policy good', {}),
  policy('policy no constraints', { matchConstraints: null }),
  policy('policy no rules', { matchConstraints: {} }),
  policy('policy nothing to check', { validations: [] }),
  policy('policy failure', { failurePolicy: 'x' }),
  policy('policy match', {
    matchConstraints: {
      matchPolicy: 'x',
      resourceRules: [{ ...RULE, resourceNames: ['a/b', 'c', 'c'] }],
      excludeResourceRules: [{ ...RULE, apiGroups: [] }],
    },
  }),
  policy('param kind empty', { paramKind: {} }),
  policy('param kind bad', { paramKind: { apiVersion: 'A_/1v', kind: '1-' } }),
  policy('param kind slashes', { paramKind: { apiVersion: 'a/b/c', kind: 'K' } }),
  policy('param kind no version', { paramKind: { apiVersion: 'a/', kind: 'K' } }),
  check('expression missing', { expression: ' ' }),
  check('expression syntax', { expression: '1 +' }),
  check('expression type', { expression: '"a"' }),
  check('params without a kind', { expression: 'params.a == 1' }),
  check('variables without any', { expression: 'variables.a == 1' }),
  check('message blank', { message: ' ', messageExpression: ' ' }),
  check('message lines', { message: 'a\nb' }),
  check('message expression type', { messageExpression: '1' }),
  check('message expression authorizer', { messageExpression: 'string(authorizer)' }),
  check('reason bad', { reason: 'NotFound' }),
  policy('variables bad', {
    variables: [
      { name: '', expression: '' },
      { name: 'for', expression: '1 +' },
      { name: 'a-b', expression: '1' },
    ],
  }),
  policy('variables order', {
    variables: [
      { name: 'a', expression: 'variables.b' },
      { name: 'b', expression: '1' },
    ],
  }),
  policy('variables typed', {
    variables: [{ name: 'a', expression: '1' }],
    validations: [{ expression: 'variables.a == "x"' }, { expression: 'variables.c == 1' }],
  }),
  policy('annotations bad', {
    auditAnnotations: [
      { key: 'a b', valueExpression: '' },
      { key: 'k', valueExpression: '1' },
      { key: 'k', valueExpression: "'x'" },
    ],
  }),
  policy('annotation name', { auditAnnotations: [{ key: 'k', valueExpression: 'null' }] }, { name: 'x' }),
  policy('policy conditions', conditions({ name: 'c', expression: 'variables.x == 1' })),
  binding('binding good', {}),
  binding('policy name missing', { policyName: '' }),
  binding('policy name bad', { policyName: 'A b' }),
  binding('actions missing', { validationActions: [] }),
  binding('actions bad', { validationActions: ['Deny', 'Warn', 'Deny', 'x'] }),
  paramRef('param ref empty', {}),
  paramRef('param ref both', {
    name: 'a/b',
    selector: { matchLabels: { 'a b': 'c' } },
    parameterNotFoundAction: 'x',
  }),
  binding('match bad', {
    matchResources: {
      matchPolicy: 'x',
      namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'x' }] },
      resourceRules: [{}],
    },
  }),
]
