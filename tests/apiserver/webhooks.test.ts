import { realClock, sleep } from '@reeve/ground'
import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hooks, startHooks } from './hooks.ts'
import { normalise } from './normalise.ts'
import { defineOn, definition, differences } from './scenarios.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const ADMISSION = '/apis/admissionregistration.k8s.io/v1'
const MAPS = '/api/v1/namespaces/default/configmaps'
const MERGE = 'application/merge-patch+json'

describe.skipIf(!kubernetes.available)('webhooks and policies beside a real kube-apiserver', () => {
  let real: Server
  let ours: Server
  let hooks: Hooks
  beforeAll(async () => {
    real = realServer(await kubernetes.start({}))
    ours = await ourServer()
    hooks = await startHooks()
  })
  afterAll(async () => {
    await hooks?.[Symbol.asyncDispose]()
    await ours?.[Symbol.asyncDispose]()
    await real?.[Symbol.asyncDispose]()
  })

  const webhook = (path: string, more: object = {}): object => ({
    name: `${path.slice(1)}.hook.io`,
    clientConfig: { url: `${hooks.url}${path}`, caBundle: hooks.caBundle },
    rules: [
      { apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'], operations: ['CREATE', 'UPDATE'] },
    ],
    objectSelector: { matchLabels: { hook: path.slice(1) } },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    timeoutSeconds: 5,
    ...more,
  })
  const make = async (plural: string, kind: string, name: string, body: object): Promise<void> => {
    for (const server of [real, ours]) {
      const object = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, ...body }
      const { status, body: answer } = await server.ask({
        method: 'POST',
        path: `${ADMISSION}/${plural}`,
        body: object,
      })
      if (status !== 201) throw new Error(`${server.name}: ${JSON.stringify(answer)}`)
    }
  }
  const map = (name: string, hook: string, data: object = { k: 'v' }): Ask => ({
    method: 'POST',
    path: `${MAPS}?fieldManager=anna`,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { hook } }, data },
  })
  /** The real server hears of a configuration a moment after it is stored. */
  const until = async (ask: Ask, wanted: number): Promise<void> => {
    const dry = { ...ask, path: `${ask.path}&dryRun=All` }
    for (let tries = 0; (await real.ask(dry)).status !== wanted; tries += 1) {
      if (tries === 100) throw new Error('the real server does not heed the configuration')
      await sleep(realClock, 100)
    }
  }

  it('changes and refuses what webhooks change and refuse, and passes on what they say', async () => {
    await make('mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', 'changes', {
      webhooks: [webhook('/label'), webhook('/broken')],
    })
    await make('validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', 'refuses', {
      webhooks: [
        webhook('/deny'),
        webhook('/allow'),
        webhook('/down'),
        webhook('/away', { failurePolicy: 'Ignore' }),
        webhook('/only', {
          matchConditions: [{ name: 'named', expression: "object.metadata.name == 'only'" }],
        }),
      ],
    })
    await until(map('x', 'deny'), 418)
    expect(
      await differences(real, ours, [
        map('a', 'deny'),
        map('b', 'allow'),
        map('c', 'label'),
        map('d', 'broken'),
        map('e', 'away'),
        map('other', 'only'),
        { method: 'PATCH', type: MERGE, path: `${MAPS}/b?fieldManager=ben`, body: { data: { k: 'w' } } },
        { method: 'PATCH', type: MERGE, path: `${MAPS}/b`, body: { metadata: { labels: { hook: 'deny' } } } },
        { method: 'DELETE', path: `${MAPS}/b` },
      ]),
    ).toEqual([])
    const [wanted, got] = await bothAsked('/allow', map('f', 'allow'))
    expect(got).toEqual(wanted)
  })

  /** The same request to each server, and what each asked its webhook. */
  const bothAsked = async (path: string, ask: Ask): Promise<readonly unknown[]> => {
    const heard: unknown[] = []
    for (const server of [real, ours]) {
      hooks.taken(path)
      await server.ask(ask)
      const [review] = hooks.taken(path)
      const { userInfo: _, ...request } = review.request
      heard.push(normalise({ ...review, request }))
    }
    return heard
  }

  it('refuses and warns by policies', async () => {
    await make('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', 'small', {
      spec: {
        matchConstraints: {
          resourceRules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              resources: ['configmaps'],
              operations: ['CREATE', 'UPDATE'],
            },
          ],
          objectSelector: { matchLabels: { hook: 'policy' } },
        },
        variables: [{ name: 'size', expression: 'size(object.data)' }],
        validations: [
          { expression: 'variables.size < 2', messageExpression: "'has ' + string(variables.size)" },
          { expression: "!('bad' in object.data)", message: 'no bad keys', reason: 'Forbidden' },
        ],
      },
    })
    await make('validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', 'small', {
      spec: { policyName: 'small', validationActions: ['Deny'] },
    })
    await until(map('x', 'policy', { a: '1', b: '2' }), 422)
    expect(
      await differences(real, ours, [
        map('p', 'policy', { a: '1' }),
        map('q', 'policy', { a: '1', b: '2' }),
        map('r', 'policy', { bad: '1' }),
        { method: 'PATCH', type: MERGE, path: `${MAPS}/p`, body: { data: { b: '2' } } },
      ]),
    ).toEqual([])
  })

  it('shows objects in versions that a webhook converts them to', async () => {
    const clientConfig = { url: `${hooks.url}/convert`, caBundle: hooks.caBundle }
    const schema = (name: string): object => ({
      openAPIV3Schema: {
        type: 'object',
        properties: { spec: { type: 'object', properties: { [name]: { type: 'integer' } } } },
      },
    })
    const box = definition(
      'Box',
      [
        { name: 'v1', served: true, storage: false, schema: schema('size') },
        { name: 'v2', served: true, storage: true, schema: schema('wide') },
      ],
      { conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } } },
    )
    for (const server of [real, ours]) await defineOn(server, box)
    const at = (version: string, name = ''): string =>
      `/apis/twin.example.io/${version}/namespaces/default/boxs${name}`
    expect(
      await differences(
        real,
        ours,
        [
          {
            method: 'POST',
            path: at('v1'),
            body: {
              apiVersion: 'twin.example.io/v1',
              kind: 'Box',
              metadata: { name: 'a' },
              spec: { size: 3 },
            },
          },
          { method: 'GET', path: at('v2', '/a') },
          { method: 'GET', path: at('v1', '/a') },
          { method: 'PATCH', type: MERGE, path: at('v2', '/a'), body: { spec: { wide: 5 } } },
          { method: 'GET', path: at('v1') },
          { method: 'PATCH', type: MERGE, path: at('v1', '/a'), body: { spec: { size: 7 } } },
          { method: 'GET', path: at('v2') },
        ],
        withoutOwners,
      ),
    ).toEqual([])
  })
})

/** Who owns what across versions that a webhook converts between is a known difference. */
function withoutOwners(answer: unknown): unknown {
  return JSON.parse(
    JSON.stringify(normalise(answer), (key, value) => (key === 'managedFields' ? undefined : value)),
  )
}
