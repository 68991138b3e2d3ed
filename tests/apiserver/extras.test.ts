import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXTRA_SCENARIOS } from './extra-scenarios.ts'
import { normalise } from './normalise.ts'
import { defineOn, definition, differences } from './scenarios.ts'
import { ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')

// biome-ignore lint/suspicious/noExplicitAny: documents of whatever shape.
type Document = any

describe.skipIf(!kubernetes.available)('what few clients use, beside a real kube-apiserver', () => {
  let real: Server
  let ours: Server
  beforeAll(async () => {
    real = realServer(await kubernetes.start({}))
    ours = await ourServer()
  })
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]()
    await real?.[Symbol.asyncDispose]()
  })

  it('describes custom kinds in the same OpenAPI v3 document', async () => {
    for (const server of [real, ours]) for (const one of DEFINITIONS) await defineOn(server, one)
    const path = '/openapi/v3/apis/twin.example.io/v1'
    const ready = (document: Document) => /Thinglets/.test(JSON.stringify(document))
    await expect
      .poll(async () => ready((await real.ask({ method: 'GET', path })).body), { timeout: 20_000 })
      .toBe(true)
    const [wanted, got] = [await real.ask({ method: 'GET', path }), await ours.ask({ method: 'GET', path })]
    expect(comparable(got.body)).toEqual(comparable(wanted.body))
  })

  it('says in the status of a policy whether its expressions fit the kinds that they are for', async () => {
    const path = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies'
    const statusOn = async (server: Server): Promise<unknown> => {
      await server.ask({ method: 'POST', path, body: POLICY })
      const read = async (): Promise<Document> =>
        ((await server.ask({ method: 'GET', path: `${path}/misspelt` })).body as Document).status
      await expect.poll(async () => (await read())?.observedGeneration, { timeout: 10_000 }).toBe(1)
      return read()
    }
    expect(await statusOn(ours)).toEqual(await statusOn(real))
  })

  it.each(EXTRA_SCENARIOS)('answers the same: $title', async ({ asks }) => {
    expect(await differences(real, ours, asks, steady)).toEqual([])
  })
})

/** A volume of every pod is named by chance; one of the two servers knows a uid of the user. */
function steady(answer: unknown): unknown {
  const text = JSON.stringify(normalise(answer)).replace(/kube-api-access-\w{5}/g, 'kube-api-access-*')
  return JSON.parse(text, (key, value) => (key === 'uid' ? undefined : value))
}

/** Without what no client reads: the words for parameters, and every group that has options of deletions. */
function comparable(document: Document): Document {
  return JSON.parse(
    JSON.stringify(document, (key, value) => {
      if (key === 'parameters') return value.map(({ description: _, ...rest }: Document) => rest)
      return key === 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions'
        ? { ...value, 'x-kubernetes-group-version-kind': [] }
        : value
    }),
  )
}

const POLICY = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingAdmissionPolicy',
  metadata: { name: 'misspelt' },
  spec: {
    matchConstraints: {
      resourceRules: [
        { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['*'], resources: ['deployments'] },
      ],
    },
    validations: [{ expression: 'object.spec.replica > 1' }],
  },
}

const DEFINITIONS = [
  definition('Gadget', [
    {
      name: 'v1',
      served: true,
      storage: true,
      selectableFields: [{ jsonPath: '.spec.a' }],
      subresources: {
        status: {},
        scale: { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' },
      },
      schema: {
        openAPIV3Schema: {
          type: 'object',
          description: 'A gadget.',
          properties: {
            spec: {
              type: 'object',
              required: ['a'],
              properties: {
                a: { type: 'string', default: 'x', enum: ['x', 'y'] },
                n: { type: 'integer', nullable: true, minimum: 1 },
                port: { 'x-kubernetes-int-or-string': true },
                inner: {
                  type: 'object',
                  'x-kubernetes-embedded-resource': true,
                  'x-kubernetes-preserve-unknown-fields': true,
                },
              },
            },
            status: { type: 'object', properties: { n: { type: 'integer' } } },
          },
        },
      },
    },
  ]),
  definition(
    'Thing',
    [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
    { scope: 'Cluster', names: { plural: 'things', kind: 'Thing', listKind: 'Thinglets' } },
  ),
]
