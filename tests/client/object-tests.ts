import {
  type Client,
  ConfigMap,
  Deployment,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isForbidden,
  isInvalid,
  isNotFound,
  metadataOf,
  Namespace,
  Pod,
  retryOnConflict,
  Secret,
} from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Subject } from './subject.ts'

const web = (replicas: number) => ({
  metadata: { name: 'web', labels: { app: 'web' } },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'web', image: 'web:1' }] },
    },
  },
})

export function objectTests(connect: Subject['connect']): void {
  describe('objects', () => {
    let client: Client
    const warnings: string[] = []
    const namespace = `objects-${Math.random().toString(36).slice(2)}`
    beforeAll(async () => {
      client = await connect({ namespace, warned: (words) => void warnings.push(words) })
      await client.create(Namespace, { metadata: { name: namespace } })
    })
    afterAll(() => client.close())

    it('are created, read, replaced and deleted', async () => {
      const made = await client.create(ConfigMap, { metadata: { name: 'a' }, data: { a: '1' } })
      expect(made).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace } })
      expect(await client.get(ConfigMap, { name: 'a' })).toEqual(made)
      const changed = await client.update(ConfigMap, { ...made, data: { a: '2' } })
      expect(changed.data).toEqual({ a: '2' })
      expect(changed.metadata.uid).toBe(made.metadata.uid)
      await client.delete(ConfigMap, { name: 'a' }, { preconditions: { uid: made.metadata.uid } })
      const gone = await client.get(ConfigMap, { name: 'a' }).catch((error) => error)
      expect(isNotFound(gone)).toBe(true)
      expect(gone).toMatchObject({
        code: 'CLIENT_REFUSED',
        status: 404,
        reason: 'NotFound',
        retryable: false,
        details: { name: 'a', kind: 'configmaps' },
        message: `cannot get ConfigMap ${namespace}/a: configmaps "a" not found`,
      })
    })

    it('say what is wrong in a way that can be told apart', async () => {
      const made = await client.create(ConfigMap, { metadata: { name: 'wrong' } })
      const error = (act: Promise<unknown>): Promise<unknown> => act.catch((refused) => refused)
      expect(isAlreadyExists(await error(client.create(ConfigMap, { metadata: { name: 'wrong' } })))).toBe(
        true,
      )
      await client.update(ConfigMap, { ...made, data: { x: '1' } })
      expect(isConflict(await error(client.update(ConfigMap, { ...made, data: { x: '2' } })))).toBe(true)
      const invalid = await error(client.create(ConfigMap, { metadata: { name: 'Not A Name' } }))
      expect(isInvalid(invalid)).toBe(true)
      expect(invalid).toMatchObject({ details: { causes: [{ field: 'metadata.name' }] } })
      const wrongUid = client.delete(ConfigMap, { name: 'wrong' }, { preconditions: { uid: 'other' } })
      expect(isConflict(await error(wrongUid))).toBe(true)
      const nowhere = client.create(ConfigMap, { metadata: { name: 'a', namespace: 'no-such-namespace' } })
      expect(isNotFound(await error(nowhere))).toBe(true)
      const json = { type: 'json', patch: [{ op: 'test', path: '/data/x', value: 'no' }] } as const
      expect(isInvalid(await error(client.patch(ConfigMap, { name: 'wrong' }, json)))).toBe(true)
      const broken = { type: 'json', patch: { not: 'a list' } as never } as const
      expect(isBadRequest(await error(client.patch(ConfigMap, { name: 'wrong' }, broken)))).toBe(true)
    })

    it('are changed by two at once without losing either, by reading anew', async () => {
      await client.create(ConfigMap, { metadata: { name: 'counter' }, data: { count: '0' } })
      const increment = () =>
        retryOnConflict(
          async () => {
            const map = await client.get(ConfigMap, { name: 'counter' })
            return client.update(ConfigMap, { ...map, data: { count: String(Number(map.data?.count) + 1) } })
          },
          { attempts: 30 },
        )
      await Promise.all(Array.from({ length: 6 }, increment))
      expect((await client.get(ConfigMap, { name: 'counter' })).data).toEqual({ count: '6' })
    })

    it('take each kind of patch', async () => {
      await client.create(Deployment, web(1))
      const key = { name: 'web' }
      const json = [{ op: 'add', path: '/metadata/labels/by', value: 'json' }] as const
      const byJson = await client.patch(Deployment, key, { type: 'json', patch: json })
      expect(byJson.metadata.labels).toEqual({ app: 'web', by: 'json' })
      const merge = { metadata: { labels: { by: null } } }
      const byMerge = await client.patch(Deployment, key, { type: 'merge', patch: merge })
      expect(byMerge.metadata.labels).toEqual({ app: 'web' })
      const side = { spec: { template: { spec: { containers: [{ name: 'side', image: 'side:1' }] } } } }
      const byParts = await client.patch(Deployment, key, { type: 'strategic', patch: side })
      const names = byParts.spec.template.spec.containers.map(({ name }: { name: string }) => name)
      expect(names.toSorted()).toEqual(['side', 'web'])
    })

    it('have a scale and a status of their own', async () => {
      const key = { name: 'web' }
      expect((await client.scale(Deployment, key)).spec).toEqual({ replicas: 1 })
      const scaled = await client.setScale(Deployment, key, { replicas: 4 })
      expect(scaled).toMatchObject({ kind: 'Scale', spec: { replicas: 4 } })
      expect((await client.get(Deployment, key)).spec.replicas).toBe(4)
      const space = await client.create(Pod, {
        metadata: { name: 'p' },
        spec: { containers: [{ name: 'c', image: 'c' }] },
      })
      const said = await client.updateStatus(Pod, { ...space, status: { phase: 'Running' } })
      expect(said.status.phase).toBe('Running')
      const through = await client.update(Pod, { ...said, status: { phase: 'Failed' } })
      expect(through.status.phase).toBe('Running')
    })

    it('are acted on by posting to a part of them', async () => {
      const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace } }
      const evicted = await client.act(Pod, { name: 'p' }, { subresource: 'eviction', body })
      expect(evicted).toMatchObject({ kind: 'Status', status: 'Success' })
    })

    it('are applied by those who own their fields', async () => {
      const name = 'applied'
      const ours = await client.apply(ConfigMap, { metadata: { name }, data: { a: '1', b: '1' } })
      expect(ours.data).toEqual({ a: '1', b: '1' })
      const theirs = { metadata: { name }, data: { b: '2' } }
      const refused = await client.apply(ConfigMap, theirs, { manager: 'other' }).catch((error) => error)
      expect(isConflict(refused)).toBe(true)
      expect(refused.details.causes).toMatchObject([{ reason: 'FieldManagerConflict', field: '.data.b' }])
      await client.apply(ConfigMap, theirs, { manager: 'other', force: true })
      // What was read says who owns what; what is applied leaves that out by itself.
      const read = await client.get(ConfigMap, { name })
      expect(read.metadata.managedFields).toHaveLength(2)
      const again = await client.apply(ConfigMap, { ...read, data: { c: '3' } }, { force: true })
      expect(again.data).toEqual({ b: '2', c: '3' })
    })

    it('are only tried out in a dry run, and warned or refused for unknown fields', async () => {
      const tried = await client.create(ConfigMap, { metadata: { name: 'dry' } }, { dryRun: true })
      expect(tried.metadata.uid).toBeDefined()
      await expect(client.get(ConfigMap, { name: 'dry' })).rejects.toMatchObject({ status: 404 })
      const odd = { metadata: { name: 'odd' }, spec: { ...web(1).spec, odd: true } }
      const refused = client.create(Deployment, odd, { fieldValidation: 'Strict', dryRun: true })
      expect(isBadRequest(await refused.catch((error) => error))).toBe(true)
      warnings.length = 0
      await client.create(Deployment, odd, { fieldValidation: 'Warn', dryRun: true })
      expect(warnings).toEqual(['unknown field "spec.odd"'])
    })

    it('are listed whole, by selection, in pages, and transformed', async () => {
      const names = Array.from({ length: 7 }, (_, at) => `page-${at}`)
      for (const [at, name] of names.entries()) {
        const metadata = { name, labels: { listed: 'yes', even: String(at % 2 === 0) } }
        await client.create(Secret, { metadata, stringData: { secret: 'x' } })
      }
      const select = { namespace, labels: { listed: 'yes' } }
      const all = await client.list(Secret, { ...select, limit: 3 })
      expect(all.items.map(({ metadata }) => metadata.name)).toEqual(names)
      expect(all.items[0]).toMatchObject({ apiVersion: 'v1', kind: 'Secret' })
      const pages = await Array.fromAsync(client.pages(Secret, { ...select, limit: 3 }))
      expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1])
      expect(new Set(pages.map(({ resourceVersion }) => resourceVersion)).size).toBe(1)
      const even = await client.list(Secret, { ...select, labels: { listed: true, even: { not: 'false' } } })
      expect(even.items).toHaveLength(4)
      const one = await client.list(Secret, { namespace, fields: { 'metadata.name': 'page-3' } })
      expect(one.items.map(({ metadata }) => metadata.name)).toEqual(['page-3'])
      const bare = await client.list(Secret, { ...select, transform: (each) => ({ ...each, data: {} }) })
      expect(bare.items.every(({ data }) => Object.keys(data ?? {}).length === 0)).toBe(true)
      await client.deleteCollection(Secret, { ...select, labels: 'even=true' })
      expect((await client.list(Secret, select)).items).toHaveLength(3)
    })

    it('are read without all but their metadata', async () => {
      await client.create(ConfigMap, { metadata: { name: 'big' }, data: { big: 'x'.repeat(1000) } })
      const kind = metadataOf(ConfigMap)
      const one = await client.get(kind, { name: 'big' })
      expect(one).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'big' } })
      expect('data' in one).toBe(false)
      const { items } = await client.list(kind, { namespace, fields: { 'metadata.name': 'big' } })
      expect(items).toMatchObject([{ kind: 'PartialObjectMetadata', metadata: { name: 'big' } }])
      expect(JSON.stringify(items)).not.toContain('xxx')
    })

    it('stay when they have finalizers, until those are gone', async () => {
      const metadata = { name: 'final', finalizers: ['reeve.dev/test'] }
      await client.create(ConfigMap, { metadata })
      await client.delete(ConfigMap, { name: 'final' }, { propagation: 'Foreground' })
      const waiting = await client.get(ConfigMap, { name: 'final' })
      expect(waiting.metadata.deletionTimestamp).toBeDefined()
      const patch = { metadata: { finalizers: null } }
      await client.patch(ConfigMap, { name: 'final' }, { type: 'merge', patch })
      await expect(client.get(ConfigMap, { name: 'final' })).rejects.toMatchObject({ reason: 'NotFound' })
    })

    it('can be asked for by paths of one’s own, and given up', async () => {
      expect(await client.raw({ method: 'GET', path: '/version' })).toMatchObject({ major: '1' })
      const signal = AbortSignal.abort(new Error('never mind'))
      await expect(client.get(ConfigMap, { name: 'a' }, { signal })).rejects.toThrow('never mind')
      expect(isForbidden(new Error('other'))).toBe(false)
    })
  })
}
