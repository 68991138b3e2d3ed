import { useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { define } from './define.ts'
import { ourServer, realServer, type Server } from './twins.ts'

const kubernetes = await useSystem('kubernetes')
const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

// biome-ignore lint/suspicious/noExplicitAny: documents of whatever shape.
type Document = any

/** Kinds that a stock server still stores in an older version: known-differences.md. */
const STORED_OLDER = new Set([
  'customresourcedefinitions',
  'volumeattributesclasses',
  'resourceclaims',
  'resourceclaimtemplates',
  'deviceclasses',
  'resourceslices',
])

function comparable(resource: Document): Document {
  if (!STORED_OLDER.has(resource?.name)) return resource
  const { storageVersionHash: _, ...rest } = resource
  return rest
}

describe.skipIf(!kubernetes.available)('discovery beside a real kube-apiserver', () => {
  let real: Server
  let ours: Server
  beforeAll(async () => {
    real = realServer(await kubernetes.start({}))
    ours = await ourServer()
    for (const server of [real, ours]) await define(server)
  })
  afterAll(async () => {
    await ours?.[Symbol.asyncDispose]()
    await real?.[Symbol.asyncDispose]()
  })
  const read = async (server: Server, path: string, accept = 'application/json'): Promise<Document> =>
    (await server.ask({ method: 'GET', path, accept })).body

  it('lists the groups that are served as the real server lists them', async () => {
    const [theirs, own] = [await read(real, '/apis'), await read(ours, '/apis')]
    const known = new Map(theirs.groups.map((group: Document) => [group.name, group]))
    for (const group of own.groups) expect(group).toEqual(known.get(group.name))
  })

  it('says of every resource what the real server says', async () => {
    const { groups } = await read(ours, '/apis')
    const paths = groups.flatMap((group: Document) =>
      group.versions.map((version: Document) => `/apis/${version.groupVersion}`),
    )
    for (const path of ['/api/v1', ...paths]) {
      const [theirs, own] = [await read(real, path), await read(ours, path)]
      const known = new Map(theirs.resources.map((resource: Document) => [resource.name, resource]))
      for (const resource of own.resources)
        expect(comparable(resource), `${path} ${resource.name}`).toEqual(comparable(known.get(resource.name)))
    }
  })

  it.each(['/api', '/apis'])('says it all at once as the real server does: %s', async (path) => {
    const [theirs, own] = [await read(real, path, AGGREGATED), await read(ours, path, AGGREGATED)]
    const keyed = (document: Document): Map<string, Document> =>
      new Map(
        document.items.flatMap((group: Document) =>
          group.versions.flatMap((version: Document) =>
            version.resources.map((resource: Document) => [
              `${group.metadata.name ?? ''}/${version.version}/${resource.resource}`,
              resource,
            ]),
          ),
        ),
      )
    const known = keyed(theirs)
    for (const [name, resource] of keyed(own)) {
      const { subresources = [], ...wanted } = known.get(name) ?? {}
      const served = new Set((resource.subresources ?? []).map((sub: Document) => sub.subresource))
      const { subresources: shown = [], ...rest } = resource
      expect(rest, name).toEqual(wanted)
      expect(shown, name).toEqual(subresources.filter((sub: Document) => served.has(sub.subresource)))
    }
  })
})
