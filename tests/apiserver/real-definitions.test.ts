import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchDefinitions, type Project } from './definitions/fetch-definitions.ts'
import { SAMPLES, type SampleObject } from './definitions/sample-objects.ts'
import { normalise } from './normalise.ts'
import { definition, differences } from './scenarios.ts'
import { type Ask, ourServer, realServer, type Server } from './twins.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
/** In quotes while it is made, bare when it is sent. */
const LARGE = '9223372036854775000'
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const PROJECTS: readonly Project[] = [
  { module: 'sigs.k8s.io/gateway-api', version: 'v1.4.0', folder: 'config/crd/standard' },
  { module: 'github.com/cert-manager/cert-manager', version: 'v1.19.0', folder: 'deploy/crds' },
  { module: 'github.com/fluxcd/source-controller', version: 'v1.7.0', folder: 'config/crd/bases' },
  { module: 'github.com/fluxcd/helm-controller', version: 'v1.4.0', folder: 'config/crd/bases' },
  { module: 'github.com/fluxcd/kustomize-controller', version: 'v1.6.0', folder: 'config/crd/bases' },
]

const kubernetes = await useSystem('kubernetes')
const fetched = await Promise.all(PROJECTS.map((project) => fetchDefinitions(project)))
const missing = fetched.flatMap((each) => (each.available ? [] : [each.reason]))
for (const reason of missing) process.stderr.write(`skipped: ${reason}\n`)
const texts = fetched.flatMap((each) => (each.available ? each.definitions : []))
const NAMES = texts.map((text) => /^ {2}name: (\S+)$/m.exec(text)?.[1] ?? '')

describe.skipIf(!kubernetes.available || missing.length > 0)(
  'definitions of well-known projects beside a real kube-apiserver',
  () => {
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

    const same = async (...asks: readonly Ask[]): Promise<void> => {
      expect(await differences(real, ours, asks, comparable)).toEqual([])
    }

    it('takes every one of them, with the same defaults', async () => {
      expect(texts.length).toBeGreaterThan(15)
      const path = `${DEFINITIONS}?fieldManager=m&fieldValidation=Strict`
      await same(...texts.map((body) => ({ method: 'POST', path, type: 'application/yaml', body })))
      for (const server of [real, ours]) await established(server)
    })

    it.each(NAMES)('serves %s with the same names, conditions and owners', (name) =>
      same({ method: 'GET', path: `${DEFINITIONS}/${name}` }),
    )

    // Traefik's definitions do this; what is made of them goes through every document that clients read.
    it('serves a kind whose schema has numbers that no double holds, and all others with it', async () => {
      const schema = { type: 'integer', maximum: LARGE }
      const text = JSON.stringify(
        definition('Large', [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { size: schema } } },
          },
        ]),
      )
      const body = text.replace(`"${LARGE}"`, LARGE)
      await same({ method: 'POST', path: DEFINITIONS, body })
      for (const server of [real, ours]) {
        const served = async (): Promise<number> =>
          (await server.ask({ method: 'GET', path: '/apis/twin.example.io/v1/larges' })).status
        await expect.poll(served, { timeout: 20_000 }).toBe(200)
      }
      await same(
        { method: 'GET', path: `${DEFINITIONS}/larges.twin.example.io` },
        {
          method: 'POST',
          path: '/apis/twin.example.io/v1/namespaces/default/larges',
          body: { apiVersion: 'twin.example.io/v1', kind: 'Large', metadata: { name: 'a' } },
        },
      )
      for (const path of ['/openapi/v3', '/openapi/v2', '/openapi/v3/apis/twin.example.io/v1'])
        expect(await ours.ask({ method: 'GET', path })).toMatchObject({ status: 200 })
    })

    it('tells clients of the same groups and resources', async () => {
      const versions = new Set(SAMPLES.map(({ object }) => object.apiVersion))
      for (const version of versions) await same({ method: 'GET', path: `/apis/${version}` })
      for (const version of versions) await same({ method: 'GET', path: `/apis/${version.split('/')[0]}` })
    })

    it.each([...new Set(SAMPLES.map(({ object }) => object.apiVersion))])(
      'tells clients the same schemas of %s',
      async (version) => {
        const ask = { method: 'GET', path: `/openapi/v3/apis/${version}` }
        const [wanted, got] = [await real.ask(ask), await ours.ask(ask)]
        expect(Object.keys(schemasOf(wanted.body, version))).not.toHaveLength(0)
        expect(schemasOf(got.body, version)).toEqual(schemasOf(wanted.body, version))
      },
    )

    describe.each(SAMPLES)('$object.kind', ({ path, object, broken }) => {
      const apply = { method: 'PATCH', type: 'application/apply-patch+yaml', body: object }

      it('is created and applied with the same defaults and owners', () =>
        same(
          { method: 'POST', path: `${path}?fieldManager=m&dryRun=All`, body: object },
          { method: 'POST', path: `${path}?fieldManager=m`, body: object },
          { ...apply, path: `${path}/${object.metadata.name}?fieldManager=n` },
          { method: 'GET', path: `${path}/${object.metadata.name}` },
          { ...apply, path: `${path}/other?fieldManager=n`, body: renamed(object, 'other') },
          { method: 'GET', path: `${path}/other?includeObject=None`, accept: TABLE },
        ))

      it('is refused for the same reasons when it is broken', () =>
        same(
          ...broken.flatMap(([at, value]) => {
            const body = changed(object, at, value)
            return [
              { method: 'POST', path: `${path}?dryRun=All`, body: renamed(body, 'broken') },
              {
                method: 'POST',
                path: `${path}?dryRun=All&fieldValidation=Strict`,
                body: renamed(body, 'broken'),
              },
              { ...apply, path: `${path}/${object.metadata.name}?dryRun=All&fieldManager=n`, body },
            ]
          }),
        ))
    })
  },
)

interface Listed {
  readonly resources?: readonly { readonly name: string }[]
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] | null }
}

/** Resources of one version stand in the order of a Go map, conditions in the order of who came first. */
function comparable(answer: unknown): unknown {
  const plain = normalise(answer) as { readonly body?: Listed }
  const { resources, status } = plain.body ?? {}
  const { conditions } = status ?? {}
  return {
    ...plain,
    body: {
      ...plain.body,
      ...(resources !== undefined && { resources: sortedBy(resources, ({ name }) => name) }),
      ...(conditions && {
        status: { ...status, conditions: sortedBy(conditions, ({ type }) => type) },
      }),
    },
  }
}

function sortedBy<T>(list: readonly T[], key: (item: T) => string): readonly T[] {
  return [...list].sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** The schemas of a group's own kinds; those of metadata and errors are the same for all groups. */
function schemasOf(document: unknown, version: string): object {
  const { components } = document as { readonly components: { readonly schemas: Record<string, object> } }
  const group = version.slice(0, version.indexOf('/'))
  const own = Object.entries(components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes(`"group":"${group}"`),
  )
  return Object.fromEntries(own.filter(([name]) => !name.startsWith('io.k8s.apimachinery.')))
}

async function established(server: Server): Promise<void> {
  const established = async (): Promise<boolean> => {
    const { body } = await server.ask({ method: 'GET', path: DEFINITIONS })
    const { items } = body as { items: { status: { conditions?: { type: string; status: string }[] } }[] }
    return items.every(({ status }) =>
      (status.conditions ?? []).some(({ type, status }) => type === 'Established' && status === 'True'),
    )
  }
  await expect.poll(established, { timeout: 20_000, interval: 200 }).toBe(true)
  const served = async (path: string): Promise<number> => (await server.ask({ method: 'GET', path })).status
  for (const { path } of SAMPLES)
    await expect.poll(() => served(path), { timeout: 20_000, interval: 100 }).toBe(200)
}

function renamed(object: SampleObject, name: string): SampleObject {
  return { ...object, metadata: { ...object.metadata, name } }
}

/** A copy with another value, or none, at a place such as `spec.rules.0.name`. */
function changed(object: SampleObject, at: string, value: unknown): SampleObject {
  const copy = structuredClone(object)
  const names = at.split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce<unknown>((each, name) => (each as Record<string, unknown>)[name], copy)
  if (value === undefined) delete (parent as Record<string, unknown>)[last]
  else (parent as Record<string, unknown>)[last] = value
  return copy
}
