import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { Sender } from '../client/sender.ts'
import type { Transport, TransportRequest } from '../transport/transport.ts'
import { Discovery } from './discovery.ts'
import { KindMap } from './kind-map.ts'

const clock = new VirtualClock()

/** Answers each path with what is written for it, and keeps what it was asked. */
function serverOf(pages: Readonly<Record<string, object>>, etag?: string) {
  const asked: TransportRequest[] = []
  const close = async (): Promise<void> => {}
  const transport: Transport = {
    request: async (request) => {
      asked.push(request)
      const page = pages[request.path]
      const unchanged = etag !== undefined && request.headers?.['if-none-match'] === etag
      const status = unchanged ? 304 : page === undefined ? 404 : 200
      const content = status === 200 ? JSON.stringify(page) : ''
      return { status, headers: { etag }, body: { type: 'whole', content } }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
  const sender = new Sender(transport, { clock, timeoutMs: 1_000, headers: {}, warned: undefined })
  return { discovery: new Discovery(sender), asked, pages }
}

const pods = {
  resource: 'pods',
  responseKind: { kind: 'Pod' },
  scope: 'Namespaced',
  singularResource: 'pod',
  shortNames: ['po'],
  verbs: ['get', 'list'],
  subresources: [{ subresource: 'status' }, { subresource: 'eviction' }],
}
const list = (...items: readonly object[]) => ({ kind: 'APIGroupDiscoveryList', items })
const AGGREGATED = {
  '/api': list({ metadata: {}, versions: [{ version: 'v1', resources: [pods] }] }),
  '/apis': list({
    metadata: { name: 'apps' },
    versions: [
      {
        version: 'v1',
        resources: [{ ...pods, resource: 'deployments', responseKind: { kind: 'Deployment' } }],
      },
      {
        version: 'v1beta1',
        resources: [{ ...pods, resource: 'deployments', responseKind: { kind: 'Deployment' } }],
      },
    ],
  }),
}
const LEGACY = {
  '/api': { kind: 'APIVersions', versions: ['v1'] },
  '/api/v1': {
    resources: [
      {
        name: 'pods',
        kind: 'Pod',
        namespaced: true,
        singularName: 'pod',
        shortNames: ['po'],
        verbs: ['get', 'list'],
      },
      { name: 'pods/status', kind: 'Pod', namespaced: true },
      { name: 'pods/eviction', kind: 'Eviction', namespaced: true },
    ],
  },
  '/apis': {
    kind: 'APIGroupList',
    groups: [
      {
        versions: [{ groupVersion: 'apps/v1beta1' }, { groupVersion: 'apps/v1' }],
        preferredVersion: { groupVersion: 'apps/v1' },
      },
      { versions: [{ groupVersion: 'down.example/v1' }] },
    ],
  },
  '/apis/apps/v1': { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true }] },
  '/apis/apps/v1beta1': { resources: [{ name: 'deployments', kind: 'Deployment', namespaced: true }] },
}

describe('Discovery', () => {
  it('needs two requests where the server can tell everything at once', async () => {
    const { discovery, asked } = serverOf(AGGREGATED)
    const kinds = await discovery.kinds()
    expect(asked.map(({ path }) => path)).toEqual(['/api', '/apis'])
    expect(kinds[0]).toEqual({
      group: '',
      version: 'v1',
      kind: 'Pod',
      plural: 'pods',
      namespaced: true,
      singular: 'pod',
      shortNames: ['po'],
      categories: [],
      verbs: ['get', 'list'],
      subresources: ['status', 'eviction'],
    })
  })

  it('is told only what has changed', async () => {
    const { discovery, asked } = serverOf(AGGREGATED, '"1"')
    const first = await discovery.kinds()
    expect(await discovery.kinds()).toEqual(first)
    expect(asked.slice(2).map(({ headers }) => headers?.['if-none-match'])).toEqual(['"1"', '"1"'])
  })

  it('asks for each version where the server is old, and does without groups that are down', async () => {
    const { discovery } = serverOf(LEGACY)
    const kinds = await discovery.kinds()
    const old = await serverOf(AGGREGATED).discovery.kinds()
    expect(kinds[0]).toEqual(old[0])
    expect(kinds.map(({ group, version, plural }) => `${plural}.${version}.${group}`)).toEqual([
      'pods.v1.',
      'deployments.v1.apps',
      'deployments.v1beta1.apps',
    ])
  })
})

describe('KindMap', () => {
  it('asks once for all who ask at once, and not again for what it knows', async () => {
    const { discovery, asked } = serverOf(AGGREGATED)
    const kinds = new KindMap(discovery, { clock })
    await Promise.all([kinds.named('po'), kinds.named('pods'), kinds.of({ apiVersion: 'v1', kind: 'Pod' })])
    expect(asked).toHaveLength(2)
    expect((await kinds.preferred()).map(({ plural, version }) => `${plural} ${version}`)).toEqual([
      'pods v1',
      'deployments v1',
    ])
  })

  it('looks again for what it does not know, but not all the time', async () => {
    const pages: Record<string, object> = { ...AGGREGATED }
    const { discovery, asked } = serverOf(pages)
    const kinds = new KindMap(discovery, { clock })
    await expect(kinds.named('widgets')).rejects.toThrow('cannot find widgets: the server does not serve it')
    await expect(kinds.named('widgets')).rejects.toThrow('cannot find widgets')
    expect(asked).toHaveLength(2)
    const resources = [{ ...pods, resource: 'widgets', responseKind: { kind: 'Widget' } }]
    pages['/apis'] = list({ metadata: { name: 'x.dev' }, versions: [{ version: 'v1', resources }] })
    await clock.advance(1_000)
    expect(await kinds.named('widgets.x.dev')).toMatchObject({ group: 'x.dev', kind: 'Widget' })
    expect(await kinds.named('widget.v1.x.dev')).toMatchObject({ kind: 'Widget' })
  })
})
