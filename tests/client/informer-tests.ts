import {
  type Change,
  type Client,
  ConfigMap,
  CustomResourceDefinition,
  Informer,
  Informers,
  kindOf,
  metadataOf,
  Namespace,
  Pod,
} from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Subject, until } from './subject.ts'

export function informerTests(connect: Subject['connect']): void {
  describe('informers', () => {
    let client: Client
    let other: Client
    const namespace = `informers-${Math.random().toString(36).slice(2)}`
    beforeAll(async () => {
      client = await connect({ namespace })
      other = await connect({ namespace })
      await client.create(Namespace, { metadata: { name: namespace } })
    })
    afterAll(async () => {
      await client.close()
      await other.close()
    })
    const make = (by: Client, name: string, team: string) =>
      by.create(ConfigMap, { metadata: { name, labels: { team } }, data: { team } })

    it('follow what others do, and find it by index', async () => {
      await make(other, 'a', 'red')
      await using informer = new Informer(client, ConfigMap, {
        namespace,
        labels: 'team',
        indexes: { team: ({ data }) => data?.team },
      }).start()
      const changes: string[] = []
      const { synced } = informer.handle((change: Change<ConfigMap>) => {
        changes.push(`${change.type} ${change.object.metadata.name}`)
      })
      await synced
      expect(changes).toEqual(['added a'])
      expect(informer.get({ name: 'a' })?.metadata.managedFields).toBeUndefined()
      const b = await make(other, 'b', 'red')
      await other.update(ConfigMap, { ...b, data: { team: 'blue' } })
      await until(() => informer.find('team', 'blue').length === 1, 'b is blue')
      expect(informer.find('team', 'red').map(({ metadata }) => metadata.name)).toEqual(['a'])
      await other.delete(ConfigMap, { name: 'a' })
      await until(() => changes.includes('removed a'), 'a is gone')
      expect(informer.find('team', 'red')).toEqual([])
      expect(changes.filter((change) => change.endsWith('a'))).toEqual(['added a', 'removed a'])
      expect(informer.health).toMatchObject({ synced: true, connected: true, alive: true, lists: 1 })
    })

    it('show what their own client wrote at once, and never go back', async () => {
      await using informer = new Informer(client, ConfigMap, { namespace }).start()
      await informer.synced
      const versions: bigint[] = []
      informer.handle(({ type, object }) => {
        if (object.metadata.name === 'own' && type !== 'removed') {
          versions.push(BigInt(object.metadata.resourceVersion))
        }
      })
      let own = await make(client, 'own', 'x')
      expect(informer.get({ name: 'own' })?.metadata.resourceVersion).toBe(own.metadata.resourceVersion)
      for (let at = 0; at < 20; at += 1) {
        own = await client.update(ConfigMap, { ...own, data: { at: String(at) } })
        expect(informer.get({ name: 'own' })?.data).toEqual({ at: String(at) })
      }
      await client.delete(ConfigMap, { name: 'own' })
      expect(informer.get({ name: 'own' })).toBeUndefined()
      const again = await make(client, 'own', 'y')
      expect(informer.get({ name: 'own' })?.metadata.uid).toBe(again.metadata.uid)
      await make(other, 'after', 'x')
      await until(() => informer.get({ name: 'after' }) !== undefined, 'the watch has come so far')
      expect(informer.get({ name: 'own' })?.metadata.uid).toBe(again.metadata.uid)
      expect(versions).toEqual(versions.toSorted((a, b) => (a < b ? -1 : 1)))
    })

    it('keep showing what was deleted but may not go yet', async () => {
      await using maps = new Informer(client, ConfigMap, { namespace }).start()
      await using pods = new Informer(client, Pod, { namespace }).start()
      await Promise.all([maps.synced, pods.synced])
      await client.create(ConfigMap, { metadata: { name: 'held', finalizers: ['reeve.dev/held'] } })
      await client.delete(ConfigMap, { name: 'held' })
      expect(maps.get({ name: 'held' })?.metadata.deletionTimestamp).toBeDefined()
      const patch = { metadata: { finalizers: null } }
      await client.patch(ConfigMap, { name: 'held' }, { type: 'merge', patch })
      await until(() => maps.get({ name: 'held' }) === undefined, 'it is gone')
      const spec = { containers: [{ name: 'c', image: 'c' }] }
      await client.create(Pod, { metadata: { name: 'p' }, spec })
      await client.delete(Pod, { name: 'p' })
      const there = await client.get(Pod, { name: 'p' }).catch(() => undefined)
      expect(pods.get({ name: 'p' })?.metadata.uid).toBe(there?.metadata.uid)
      await client.deleteCollection(Pod, { namespace, gracePeriodSeconds: 0 })
      await until(() => pods.size === 0, 'no pod is left')
    })

    it('wait for a kind that is not there yet', async () => {
      const group = `later${Math.random().toString(36).slice(2)}.reeve.dev`
      const Later = kindOf({ group, version: 'v1', kind: 'Later', plural: 'laters', namespaced: true })
      await using informer = new Informer(client, Later, { namespace }).start()
      await until(() => informer.health.error !== undefined, 'it fails')
      expect(informer.health).toMatchObject({ synced: false, connected: false, error: { status: 404 } })
      const names = { kind: 'Later', plural: 'laters' }
      const schema = { openAPIV3Schema: { type: 'object' } }
      const versions = [{ name: 'v1', served: true, storage: true, schema }]
      const definition = {
        metadata: { name: `laters.${group}` },
        spec: { group, scope: 'Namespaced', names, versions },
      }
      await client.create(CustomResourceDefinition, definition)
      await informer.synced
      await client.create(Later, { metadata: { name: 'at-last' } })
      expect(informer.get({ name: 'at-last' })).toBeDefined()
      await client.delete(CustomResourceDefinition, definition.metadata)
      await until(() => informer.size === 0, 'it is gone with its kind')
    })

    it('are shared by those who want the same', async () => {
      await using informers = new Informers(client)
      const one = informers.of(ConfigMap, { namespace, labels: { team: true } })
      const two = informers.of(ConfigMap, { namespace, labels: 'team', indexes: { by: () => 'all' } })
      expect(two).toBe(one)
      await two.synced
      expect(one.find('by', 'all')).toHaveLength(one.size)
      const parts = informers.of(metadataOf(ConfigMap), { namespace })
      await parts.synced
      expect(parts).not.toBe(one)
      expect(parts.list()[0]?.kind).toBe('PartialObjectMetadata')
      await client.create(ConfigMap, { metadata: { name: 'part' }, data: { big: 'x' } })
      expect(parts.get({ name: 'part' })).toMatchObject({ kind: 'PartialObjectMetadata' })
      expect(parts.get({ name: 'part' })).not.toHaveProperty('data')
      await informers.release(one)
      expect(one.health.alive).toBe(true)
      await informers.release(two)
      expect(one.health.alive).toBe(false)
    })
  })
}
