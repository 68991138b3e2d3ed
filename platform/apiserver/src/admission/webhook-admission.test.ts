import { realClock, realRandom } from '@reeve/ground'
import { VirtualClock } from '@reeve/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { ApiError } from '../status/api-error.ts'
import type { Admitting } from './admission.ts'
import { CONFIG_MAPS, exampleResource } from './example-resources.ts'
import { type FakeWebhooks, startFakeWebhooks } from './fake-webhooks.ts'
import { RequestMatcher } from './request-matcher.ts'
import { WebhookAdmission, type WebhookAdmissionOptions } from './webhook-admission.ts'
import { WebhookClient, type WebhookClientOptions } from './webhook-client.ts'

let hooks: FakeWebhooks
const clients: WebhookClient[] = []

beforeAll(async () => {
  hooks = await startFakeWebhooks()
})
beforeEach(() => {
  hooks.received.length = 0
})
afterAll(async () => {
  for (const client of clients) client.close()
  await hooks[Symbol.asyncDispose]()
})

function clientOf(options: Partial<WebhookClientOptions> = {}): WebhookClient {
  const client = new WebhookClient({ clock: realClock, ...options })
  clients.push(client)
  return client
}

const NAMESPACE = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'default' } }
const CONFIG_MAP = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'cm', namespace: 'default' },
  data: { a: '1' },
}

const ASK: Admitting = {
  operation: 'CREATE',
  resource: CONFIG_MAPS,
  subresource: '',
  namespace: 'default',
  name: 'cm',
  object: CONFIG_MAP,
  oldObject: undefined,
  options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1' },
  dryRun: false,
  user: { name: 'anna', groups: ['staff'] },
  signal: new AbortController().signal,
}

interface Setup extends Partial<Omit<WebhookAdmissionOptions, 'mutating' | 'validating'>> {
  readonly mutating?: readonly JsonObject[]
  readonly validating?: readonly JsonObject[]
  readonly otherVersions?: (resource: Resource) => readonly Resource[]
}

function admission({
  mutating = [],
  validating = [],
  otherVersions = () => [],
  ...rest
}: Setup): WebhookAdmission {
  const source = (webhooks: readonly JsonObject[]) => {
    const all = [{ apiVersion: 'v1', kind: 'C', metadata: { name: 'c' }, webhooks: webhooks.map(hook) }]
    return { edition: 1, all: (): readonly ApiObject[] => all }
  }
  return new WebhookAdmission({
    mutating: source(mutating),
    validating: source(validating),
    matcher: new RequestMatcher({ namespaceOf: () => NAMESPACE, otherVersions }),
    convert: async (object) => object,
    client: clientOf(),
    random: realRandom,
    ...rest,
  })
}

function hook({ at = '/allow', ...rest }: JsonObject, index: number): JsonObject {
  return {
    name: `h${index}.example.com`,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    clientConfig: { url: `https://127.0.0.1:${hooks.port}${String(at)}`, caBundle: hooks.caBundle },
    rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }],
    ...rest,
  }
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ApiError)) throw new Error('was not refused')
  return `${error.status.code} ${error.message}`
}

const subresourceRules = (resource: string) => ({
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: [resource] }],
})

describe('WebhookAdmission', () => {
  it('waits for a webhook as long as its configuration says, and no longer', async () => {
    const clock = new VirtualClock()
    const slow = admission({ mutating: [{ at: '/hang', timeoutSeconds: 3 }], client: clientOf({ clock }) })
    const asked = refusal(slow.mutate(ASK))
    while (hooks.received.length === 0) await new Promise(setImmediate)
    clock.advance(3_000)
    expect(await asked).toContain(`/hang?timeout=3s": context deadline exceeded`)
  })

  it('goes on without a webhook that hangs if failures are to be ignored', async () => {
    const clock = new VirtualClock()
    const mutating = [{ at: '/hang', timeoutSeconds: 3, failurePolicy: 'Ignore' }]
    const asked = admission({ mutating, client: clientOf({ clock }) }).mutate(ASK)
    while (hooks.received.length === 0) await new Promise(setImmediate)
    clock.advance(3_000)
    expect(await asked).toEqual({ object: CONFIG_MAP, warnings: [] })
  })

  it('stops when whoever asked has gone', async () => {
    const gone = new AbortController()
    const asked = refusal(admission({ mutating: [{ at: '/hang' }] }).mutate({ ...ASK, signal: gone.signal }))
    while (hooks.received.length === 0) await new Promise(setImmediate)
    gone.abort()
    expect(await asked).toContain('/hang?timeout=10s": context canceled')
  })

  it('refuses dry runs of webhooks with side effects, whatever their failure policy', async () => {
    const some = [{ sideEffects: 'Some', failurePolicy: 'Ignore' }]
    const ask = { ...ASK, dryRun: true }
    const words = '400 admission webhook "h0.example.com" does not support dry run'
    expect(await refusal(admission({ mutating: some }).mutate(ask))).toBe(words)
    expect(await refusal(admission({ validating: some }).validate(ask))).toBe(words)
    expect(hooks.received).toEqual([])
  })

  it('never asks webhooks about the configurations of webhooks and policies', async () => {
    const resource = exampleResource({
      group: 'admissionregistration.k8s.io',
      resource: 'validatingwebhookconfigurations',
      kind: 'ValidatingWebhookConfiguration',
      namespaced: false,
    })
    const all = admission({ mutating: [{ at: '/deny' }], validating: [{ at: '/deny' }] })
    const ask = { ...ASK, resource, namespace: '' }
    expect((await all.mutate(ask)).object).toBe(CONFIG_MAP)
    expect((await all.validate(ask)).warnings).toEqual([])
  })

  it.each([
    ['pods', '', true],
    ['pods', 'status', false],
    ['pods/status', 'status', true],
    ['pods/*', 'status', true],
    ['pods/*', '', true],
    ['*', '', true],
    ['*', 'status', false],
    ['*/*', 'status', true],
    ['*/status', 'exec', false],
  ])('takes the rule %s for the subresource "%s": %s', async (pattern, subresource, called) => {
    const resource = exampleResource({ resource: 'pods', kind: 'Pod' })
    await admission({ mutating: [subresourceRules(pattern)] }).mutate({ ...ASK, resource, subresource })
    expect(hooks.received.length === 1).toBe(called)
  })

  it('shows a webhook the version that its rules name, and takes back what it makes of it', async () => {
    const parts = { group: 'example.com', resource: 'widgets', kind: 'Widget' }
    const [v1, v2] = ['v1', 'v2'].map((version) => exampleResource({ ...parts, version }))
    if (v1 === undefined || v2 === undefined) throw new Error('no versions')
    const rules = [
      { apiGroups: ['example.com'], apiVersions: ['v2'], operations: ['*'], resources: ['widgets'] },
    ]
    const object = { ...CONFIG_MAP, apiVersion: 'example.com/v1', kind: 'Widget' }
    const run = async (matchPolicy: string) =>
      admission({
        mutating: [{ at: '/patch-data', rules, matchPolicy }],
        otherVersions: () => [v1, v2],
        convert: async (one, to) => ({ ...one, apiVersion: `example.com/${to.version}`, seen: to.version }),
      }).mutate({ ...ASK, resource: v1, object })
    expect((await run('Exact')).object).toBe(object)
    expect((await run('Equivalent')).object).toEqual({ ...object, data: { a: 'changed' }, seen: 'v1' })
    expect(hooks.received[0]?.review.request).toMatchObject({
      kind: { group: 'example.com', version: 'v2', kind: 'Widget' },
      resource: { group: 'example.com', version: 'v2', resource: 'widgets' },
      requestKind: { version: 'v1' },
      requestResource: { version: 'v1' },
      object: { apiVersion: 'example.com/v2', seen: 'v2' },
    })
  })

  it('calls a webhook that is a service where the service is, by the name of the service', async () => {
    const service = { namespace: 'tools', name: 'hooks', path: '/patch', port: 8443 }
    const mutating = [{ clientConfig: { service, caBundle: hooks.caBundle } }]
    const asked: unknown[] = []
    const resolveService = (...place: unknown[]) => {
      asked.push(place)
      return { host: '127.0.0.1', port: hooks.port }
    }
    const { object } = await admission({ mutating, client: clientOf({ resolveService }) }).mutate(ASK)
    expect(object?.metadata.labels).toEqual({ patched: 'yes' })
    expect(asked).toEqual([['tools', 'hooks', 8443]])
    const other = [{ clientConfig: { service: { ...service, name: 'other' }, caBundle: hooks.caBundle } }]
    expect(
      await refusal(admission({ mutating: other, client: clientOf({ resolveService }) }).mutate(ASK)),
    ).toContain(
      'Post "https://other.tools.svc:8443/patch?timeout=10s": tls: failed to verify certificate: x509: certificate is valid for localhost, hooks.tools.svc, not other.tools.svc',
    )
    expect(await refusal(admission({ mutating }).mutate(ASK))).toContain('use clientConfig.url')
  })

  it('does not follow redirects', async () => {
    expect(await refusal(admission({ mutating: [{ at: '/redirect' }] }).mutate(ASK))).toContain(
      'failed to call webhook: the server responded with the status code 302 but did not return more information',
    )
    expect(hooks.received.length).toBe(1)
  })

  it('tells of an unknown authority', async () => {
    const clientConfig = { url: `https://127.0.0.1:${hooks.port}/allow` }
    expect(await refusal(admission({ validating: [{ clientConfig }] }).validate(ASK))).toContain(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    )
  })

  it('reads a patched object as its kind does, and says what it cannot be', async () => {
    const mutating = [{ at: '/patch-number' }]
    const decode = () => {
      throw new Error('json: cannot unmarshal number into Go struct field ConfigMap.data of type string')
    }
    expect(await refusal(admission({ mutating, decode }).mutate(ASK))).toBe(
      '500 Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
    )
  })

  it('notes what webhooks did beside the request', async () => {
    const notes: string[] = []
    const audit = (_: Admitting, key: string, value: string): void => void notes.push(`${key}=${value}`)
    const both = admission({
      mutating: [{ at: '/audit' }, { at: '/patch-data' }, { at: '/broken', failurePolicy: 'Ignore' }],
      validating: [{ at: '/audit' }, { at: '/broken', failurePolicy: 'Ignore' }],
      audit,
    })
    await both.mutate(ASK)
    await both.validate(ASK)
    expect(notes.filter((note) => note.startsWith('h0.'))).toEqual([
      'h0.example.com/why=because',
      'h0.example.com/why=because',
    ])
    expect(notes).toContain(
      'mutation.webhook.admission.k8s.io/round_0_index_1={"configuration":"c","webhook":"h1.example.com","mutated":true}',
    )
    expect(notes).toContain('failed-open.mutation.webhook.admission.k8s.io/round_0_index_2=h2.example.com')
    expect(notes).toContain('failed-open.validating.webhook.admission.k8s.io/round_0_index_1=h1.example.com')
  })

  it('asks all validating webhooks and answers with the first refusal in their order', async () => {
    const validating = [{ at: '/warn' }, { at: '/deny-message' }, { at: '/deny' }]
    expect(await refusal(admission({ validating }).validate(ASK))).toBe(
      '400 admission webhook "h1.example.com" denied the request: no way',
    )
    expect(hooks.received.length).toBe(3)
  })

  it('says that a namespace is not there only to webhooks that would be asked', async () => {
    const matcher = new RequestMatcher({ namespaceOf: () => undefined, otherVersions: () => [] })
    const selecting = { namespaceSelector: { matchLabels: { a: 'b' } } }
    const own = admission({ mutating: [selecting], matcher })
    expect(await refusal(own.mutate(ASK))).toBe('404 namespaces "default" not found')
    const other = admission({ mutating: [{ ...selecting, ...subresourceRules('pods') }], matcher })
    expect((await other.mutate(ASK)).object).toBe(CONFIG_MAP)
  })
})
