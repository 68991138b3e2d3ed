import type { JsonObject } from '../../json/json-value.ts'

/** One ConfigMap that is created with a policy in place, so that the real server and ours can be asked the same. For tests only. */
export interface PolicyScenario {
  readonly name: string
  readonly policies: readonly { readonly spec: JsonObject; readonly bindings: readonly JsonObject[] }[]
  readonly operation?: 'CREATE' | 'DELETE'
  readonly object?: JsonObject
}

const RULES = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }]

const validating = (validations: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  failurePolicy: 'Fail',
  matchConstraints: {
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    resourceRules: RULES,
  },
  validations,
  ...more,
})

const DENY = { validationActions: ['Deny'] }
const scenario = (name: string, spec: JsonObject, ...bindings: readonly JsonObject[]): PolicyScenario => ({
  name,
  policies: [{ spec, bindings: bindings.length === 0 ? [DENY] : bindings }],
})

const NO = [{ expression: 'object.data.a == "2"' }]
const PARAMS: JsonObject = { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } }
const BY_PARAM = validating(
  [{ expression: 'object.data.a == params.data.want', messageExpression: "'want ' + params.data.want" }],
  PARAMS,
)
const ref = (paramRef: JsonObject): JsonObject => ({
  ...DENY,
  paramRef: { parameterNotFoundAction: 'Deny', ...paramRef },
})

/** The parameters that are there: ConfigMaps in the namespace `ruled`. */
export const PARAM_OBJECTS: readonly JsonObject[] = [
  { name: 'one', want: '1', of: 'x' },
  { name: 'two', want: '2', of: 'y' },
].map(({ name, want, of }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'params', labels: { of } },
  data: { want },
}))

export const POLICY_SCENARIOS: readonly PolicyScenario[] = [
  scenario('holds', validating([{ expression: 'object.data.a == "1"' }])),
  scenario('fails', validating(NO)),
  scenario('message', validating([{ expression: 'object.data.a == "2"', message: ' a has to be 2 ' }])),
  scenario(
    'reason Forbidden',
    validating([{ expression: 'object.data.a == "2"', message: 'no', reason: 'Forbidden' }]),
  ),
  scenario(
    'reason too large',
    validating([{ expression: 'object.data.a == "2"', message: 'no', reason: 'RequestEntityTooLarge' }]),
  ),
  scenario(
    'message expression',
    validating([
      { expression: 'object.data.a == "2"', message: 'm', messageExpression: "'a is ' + object.data.a" },
    ]),
  ),
  scenario(
    'message expression fails',
    validating([
      { expression: 'object.data.a == "2"', message: 'm', messageExpression: 'string(object.data.zz)' },
    ]),
  ),
  scenario(
    'message expression on two lines',
    validating([{ expression: 'object.data.a == "2"', message: 'm', messageExpression: "'a\\nb'" }]),
  ),
  scenario('error', validating([{ expression: 'object.data.zz == "2"' }])),
  scenario(
    'error, ignored',
    validating([{ expression: 'object.data.zz == "2"' }], { failurePolicy: 'Ignore' }),
  ),
  scenario(
    'several',
    validating([
      { expression: 'true' },
      { expression: 'object.data.a == "3"', message: 'first' },
      { expression: 'false', message: 'second' },
    ]),
  ),
  scenario('warns', validating(NO), { validationActions: ['Warn'] }),
  scenario('audits', validating(NO), { validationActions: ['Audit'] }),
  scenario('error warns', validating([{ expression: 'object.data.zz == "2"' }]), {
    validationActions: ['Warn', 'Audit'],
  }),
  scenario(
    'condition false',
    validating(NO, { matchConditions: [{ name: 'c', expression: 'request.operation == "DELETE"' }] }),
  ),
  scenario(
    'condition fails',
    validating(NO, { matchConditions: [{ name: 'c', expression: 'object.data.zz == "DELETE"' }] }),
  ),
  scenario(
    'variables',
    validating(
      [
        {
          expression: 'variables.twice == "11"',
          messageExpression: "'it is ' + variables.twice + variables.once",
        },
        { expression: 'variables.n > 3', messageExpression: 'string(variables.n)' },
      ],
      {
        variables: [
          { name: 'once', expression: 'object.data.a' },
          { name: 'twice', expression: 'variables.once + variables.once' },
          { name: 'n', expression: 'size(variables.twice)' },
        ],
      },
    ),
  ),
  scenario(
    'variable fails',
    validating([{ expression: 'variables.bad == "11"' }], {
      variables: [{ name: 'bad', expression: 'object.data.zz' }],
    }),
  ),
  scenario(
    'lazy variable',
    validating([{ expression: 'true || variables.bad == "11"' }], {
      variables: [{ name: 'bad', expression: 'object.data.zz' }],
    }),
  ),
  scenario(
    'namespace object',
    validating([
      {
        expression: 'namespaceObject.metadata.name == "other"',
        messageExpression: 'namespaceObject.metadata.labels["kubernetes.io/metadata.name"]',
      },
    ]),
  ),
  scenario(
    'request',
    validating([
      {
        expression: 'request.userInfo.username == "x"',
        messageExpression:
          'request.operation + request.namespace + request.name + request.resource.resource + request.kind.kind',
      },
    ]),
  ),
  scenario('old object', validating([{ expression: 'oldObject != null' }])),
  scenario('missing subresource', validating([{ expression: 'request.subResource == ""' }])),
  scenario(
    'excluded',
    validating(NO, {
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: RULES,
        excludeResourceRules: [{ ...RULES[0], resourceNames: ['cm'] }],
      },
    }),
  ),
  scenario(
    'named',
    validating(NO, {
      matchConstraints: {
        matchPolicy: 'Equivalent',
        namespaceSelector: {},
        objectSelector: {},
        resourceRules: [{ ...RULES[0], resourceNames: ['other'] }],
      },
    }),
  ),
  scenario('binding narrows', validating(NO), {
    ...DENY,
    matchResources: { namespaceSelector: { matchLabels: { a: 'b' } } },
  }),
  scenario('binding by object', validating(NO), {
    ...DENY,
    matchResources: { objectSelector: { matchLabels: { a: 'b' } } },
  }),
  scenario('param holds', BY_PARAM, ref({ name: 'one', namespace: 'params' })),
  scenario('param fails', BY_PARAM, ref({ name: 'two', namespace: 'params' })),
  scenario('param missing', BY_PARAM, ref({ name: 'none', namespace: 'params' })),
  scenario(
    'param missing, allowed',
    BY_PARAM,
    ref({ name: 'none', namespace: 'params', parameterNotFoundAction: 'Allow' }),
  ),
  scenario('param in the own namespace', BY_PARAM, ref({ name: 'one' })),
  scenario('params by label', BY_PARAM, ref({ selector: { matchLabels: { of: 'y' } }, namespace: 'params' })),
  scenario(
    'params by no label',
    BY_PARAM,
    ref({ selector: { matchLabels: { of: 'z' } }, namespace: 'params' }),
  ),
  scenario('no param ref', BY_PARAM, DENY),
  scenario(
    'param kind not served',
    validating(NO, { paramKind: { apiVersion: 'no.example.com/v1', kind: 'Limit' } }),
    ref({ name: 'one' }),
  ),
  scenario(
    'param kind without a namespace',
    validating(NO, { paramKind: { apiVersion: 'v1', kind: 'Namespace' } }),
    ref({ name: 'params', namespace: 'params' }),
  ),
  scenario(
    'audit annotation',
    validating([{ expression: 'true' }], {
      auditAnnotations: [{ key: 'k', valueExpression: "'v ' + object.data.a" }],
    }),
  ),
  scenario(
    'audit annotation fails',
    validating([{ expression: 'true' }], {
      auditAnnotations: [{ key: 'k', valueExpression: 'string(object.data.zz)' }],
    }),
  ),
  scenario('two bindings', validating(NO), { validationActions: ['Warn'] }, DENY),
  scenario(
    'too costly',
    validating([
      {
        expression:
          '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, true))))))',
      },
    ]),
  ),
  scenario(
    'authorizer',
    validating([
      { expression: 'authorizer.group("").resource("pods").namespace("x").check("get").allowed()' },
    ]),
  ),
  {
    ...scenario(
      'delete',
      validating([{ expression: 'object != null', messageExpression: 'string(oldObject.metadata.name)' }]),
    ),
    operation: 'DELETE',
  },
  {
    ...scenario('generated name', validating(NO)),
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { generateName: 'gen-', namespace: 'ruled' },
      data: { a: '1' },
    },
  },
]

export const RULED: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'cm', namespace: 'ruled' },
  data: { a: '1' },
}

/** The policies and bindings of a scenario as objects. */
export function policyObjects({ policies }: PolicyScenario): readonly JsonObject[] {
  const apiVersion = 'admissionregistration.k8s.io/v1'
  return policies.flatMap(({ spec, bindings }, at) => [
    { apiVersion, kind: 'ValidatingAdmissionPolicy', metadata: { name: `p${at}.example.com` }, spec },
    ...bindings.map((binding, n) => ({
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name: `b${at}-${n}.example.com` },
      spec: { policyName: `p${at}.example.com`, ...binding },
    })),
  ])
}
