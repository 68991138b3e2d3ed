import type { JsonObject } from '../json/json-value.ts'

/** One thing that is asked with some webhooks in place, so that the real server and ours can be asked the same. For tests only. */
export interface WebhookScenario {
  readonly name: string
  readonly hooks: readonly ScenarioHook[]
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE'
  readonly dryRun?: boolean
  readonly object: JsonObject
  readonly labels?: JsonObject
}

/** A webhook: its path says what it does, the rest is as in its configuration. */
export interface ScenarioHook {
  readonly type: 'mutating' | 'validating'
  /** A path of the fake webhooks, or a whole clientConfig. */
  readonly at: string | JsonObject
  readonly with?: JsonObject
}

const CONFIG_MAP: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'cm', namespace: 'hooked' },
  data: { a: '1' },
}

const MUTATING = [
  '/allow /deny /deny-message /deny-reason /deny-status /deny-odd /warn /audit',
  '/patch /patch-data /patch-null /patch-number /patch-empty /patch-missing /patch-remove /patch-replace /patch-test',
  '/patch-unknown /patch-move /patch-copy /patch-index /patch-kind /patch-name /patch-whole /patch-object /patch-text',
  '/patch-base64 /patch-type /patch-merge /patch-none /patch-blank',
  '/bad-uid /no-uid /no-response /no-kind /other-kind /other-version /unknown-version /list /empty /text /broken /wrong-type',
  '/status-400 /status-401 /status-404 /status-409 /status-500 /status-503 /status-500-empty /status-500-status',
  '/status-204 /status-201 /redirect /redirect-307 /reset',
].flatMap((line) => line.split(' '))

const create = (name: string, ...hooks: readonly ScenarioHook[]): WebhookScenario => ({
  name,
  hooks,
  operation: 'CREATE',
  object: CONFIG_MAP,
})
const mutating = (at: string | JsonObject, options: JsonObject = {}): ScenarioHook => ({
  type: 'mutating',
  at,
  with: options,
})
const validating = (at: string | JsonObject, options: JsonObject = {}): ScenarioHook => ({
  type: 'validating',
  at,
  with: options,
})

const conditions = (...expressions: readonly string[]): JsonObject => ({
  matchConditions: expressions.map((expression, at) => ({ name: `c${at}`, expression })),
})

export const WEBHOOK_SCENARIOS: readonly WebhookScenario[] = [
  ...MUTATING.map((path) => create(`mutating ${path}`, mutating(path))),
  create('validating allow', validating('/allow')),
  create('validating deny', validating('/deny-status')),
  create('validating patch', validating('/patch')),
  create('validating patch type', validating('/patch-none')),
  create('validating warns', validating('/warn')),
  create('validating two refusals', validating('/deny'), validating('/deny')),
  create('hang', mutating('/hang', { timeoutSeconds: 1 })),
  create('hang, ignored', mutating('/hang', { timeoutSeconds: 1, failurePolicy: 'Ignore' })),
  create('broken, ignored', mutating('/broken', { failurePolicy: 'Ignore' })),
  create('bad patch, ignored', mutating('/patch-missing', { failurePolicy: 'Ignore' })),
  create('undecodable patch, ignored', mutating('/patch-text', { failurePolicy: 'Ignore' })),
  create('refusal, ignored', mutating('/deny', { failurePolicy: 'Ignore' })),
  create('refused connection', mutating({ url: 'https://127.0.0.1:1/x' })),
  create('wrong authority', mutating({ url: 'https://127.0.0.1:PORT/allow', caBundle: 'OTHER' })),
  create('system roots', mutating({ url: 'https://127.0.0.1:PORT/allow' })),
  create('wrong host', mutating({ url: 'https://127.0.0.2:PORT/allow', caBundle: 'CA' })),
  create('unknown host', mutating({ url: 'https://no.such.host.invalid/allow', caBundle: 'CA' })),
  create('not tls', mutating({ url: 'https://127.0.0.1:PLAIN/allow', caBundle: 'CA' })),
  create('bad bundle', mutating({ url: 'https://127.0.0.1:PORT/allow', caBundle: 'bm9uc2Vuc2U=' })),
  create('missing service', mutating({ service: { namespace: 'tools', name: 'hooks', path: '/allow' } })),
  {
    ...create('dry run', mutating('/allow', { sideEffects: 'NoneOnDryRun' }), validating('/allow')),
    dryRun: true,
  },
  { ...create('update', mutating('/patch-data'), validating('/allow')), operation: 'UPDATE' },
  { ...create('delete', mutating('/allow'), validating('/deny-message')), operation: 'DELETE' },
  { ...create('patch of a delete', mutating('/patch')), operation: 'DELETE' },
  create('order', mutating('/count'), mutating('/patch-data'), mutating('/count')),
  create(
    'reinvocation',
    mutating('/count', { reinvocationPolicy: 'IfNeeded' }),
    mutating('/patch-data', { reinvocationPolicy: 'IfNeeded' }),
    mutating('/patch-data', { reinvocationPolicy: 'IfNeeded' }),
  ),
  create(
    'no reinvocation without a change',
    mutating('/count', { reinvocationPolicy: 'IfNeeded' }),
    mutating('/patch-same', { reinvocationPolicy: 'IfNeeded' }),
  ),
  create('never reinvoked', mutating('/count'), mutating('/patch-data', { reinvocationPolicy: 'IfNeeded' })),
  create(
    'condition true',
    mutating('/deny', conditions('object.data.a == "1"', 'request.operation == "CREATE"')),
  ),
  create('condition false', mutating('/deny', conditions('object.data.b == "1"', 'object.data.a == "2"'))),
  create('condition fails', mutating('/deny', conditions('object.data.b == "1"', 'object.data.a == "1"'))),
  create('conditions fail', mutating('/deny', conditions('object.data.b == "1"', 'object.data.c == "1"'))),
  create(
    'condition fails, ignored',
    mutating('/deny', { ...conditions('object.nope == 1'), failurePolicy: 'Ignore' }),
  ),
  create('condition on the user', mutating('/deny', conditions('request.userInfo.username == "admin"'))),
  create(
    'condition asks what may be',
    mutating('/deny', conditions('authorizer.group("").resource("pods").check("get").allowed()')),
  ),
  create(
    'namespace selected',
    mutating('/deny', { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'hooked' } } }),
  ),
  create('namespace not selected', mutating('/deny', { namespaceSelector: { matchLabels: { a: 'b' } } })),
  create(
    'object not selected',
    mutating('/deny', { objectSelector: { matchExpressions: [{ key: 'a', operator: 'Exists' }] } }),
  ),
  create(
    'other group',
    mutating('/deny', {
      rules: [{ apiGroups: ['apps'], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
    }),
  ),
  create(
    'every resource',
    mutating('/deny', {
      rules: [
        {
          apiGroups: ['*'],
          apiVersions: ['*'],
          operations: ['CREATE'],
          resources: ['*'],
          scope: 'Namespaced',
        },
      ],
    }),
  ),
  create(
    'subresources only',
    mutating('/deny', {
      rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['CREATE'], resources: ['*/status'] }],
    }),
  ),
  create(
    'cluster scope',
    mutating('/deny', {
      rules: [
        {
          apiGroups: ['*'],
          apiVersions: ['*'],
          operations: ['CREATE'],
          resources: ['*/*'],
          scope: 'Cluster',
        },
      ],
    }),
  ),
  {
    ...create('generated name', mutating('/allow'), validating('/allow')),
    object: { ...CONFIG_MAP, metadata: { generateName: 'gen-', namespace: 'hooked' } },
  },
  {
    ...create(
      'namespace',
      mutating('/allow', {
        rules: [
          {
            apiGroups: ['*'],
            apiVersions: ['*'],
            operations: ['*'],
            resources: ['namespaces'],
            scope: 'Cluster',
          },
        ],
        namespaceSelector: { matchLabels: { hook: 'me' } },
      }),
    ),
    object: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'fresh', labels: { hook: 'me' } } },
  },
]

/** The configuration with one webhook; `at` numbers it. */
export function configurationOf(
  hook: ScenarioHook,
  at: number,
  server: { port: number; plain: number; caBundle: string; other: string },
): JsonObject {
  const kind = hook.type === 'mutating' ? 'MutatingWebhookConfiguration' : 'ValidatingWebhookConfiguration'
  const clientConfig =
    typeof hook.at === 'string'
      ? { url: `https://127.0.0.1:${server.port}${hook.at}`, caBundle: server.caBundle }
      : (JSON.parse(
          JSON.stringify(hook.at)
            .replace('PORT', String(server.port))
            .replace('PLAIN', String(server.plain))
            .replace('"CA"', JSON.stringify(server.caBundle))
            .replace('"OTHER"', JSON.stringify(server.other)),
        ) as JsonObject)
  const webhook: JsonObject = {
    name: `h${at}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig,
    rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
    ...hook.with,
  }
  const apiVersion = 'admissionregistration.k8s.io/v1'
  return { apiVersion, kind, metadata: { name: `c${at}` }, webhooks: [webhook] }
}
