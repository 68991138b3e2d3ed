import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../client/client.ts'
import { FakeApi, refusal } from '../client/fake-api.ts'
import { ConfigMap } from '../kinds/builtin-kinds.ts'
import { metadataOf } from '../kinds/kind.ts'
import { inProcessTransport } from '../transport/in-process-transport.ts'
import { Informer } from './informer.ts'

function worldOf(...names: readonly string[]) {
  const api = new FakeApi()
  for (const name of names) api.put({ metadata: { name } })
  const clock = new VirtualClock()
  const client = new Client(inProcessTransport(api), { clock, random: seededRandom(1), retry: false })
  return { api, clock, client }
}

describe('Informer', () => {
  it('is complete when everything has come in, and follows from there', async () => {
    const { api, clock, client } = worldOf('a', 'b')
    const informer = new Informer(client, ConfigMap).start().start()
    await informer.synced
    expect(informer.list().map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
    api.put({ metadata: { name: 'c' } })
    await clock.advance(0)
    expect(informer.get({ name: 'c' })?.metadata.resourceVersion).toBe('103')
    expect(api.streams.size).toBe(1)
    await informer.stop()
    expect(api.streams.size).toBe(0)
    expect(clock.timers).toBe(0)
  })

  it('keeps no managed fields unless it is told to, and freezes if it is told to', async () => {
    const { client } = worldOf('a')
    await using lean = new Informer(client, ConfigMap).start()
    await using whole = new Informer(client, ConfigMap, { managedFields: true, freeze: true }).start()
    await Promise.all([lean.synced, whole.synced])
    expect(lean.get({ name: 'a' })?.metadata.managedFields).toBeUndefined()
    const kept = whole.get({ name: 'a' })
    expect(kept?.metadata.managedFields).toHaveLength(1)
    expect(() => Object.assign(kept?.metadata ?? {}, { name: 'b' })).toThrow(TypeError)
  })

  it('shows own writes before the watch tells of them', async () => {
    const { api, clock, client } = worldOf('a')
    await using informer = new Informer(client, ConfigMap).start()
    await informer.synced
    api.telling = false
    const own = await client.update(ConfigMap, { metadata: { name: 'a' }, data: { own: 'yes' } })
    expect(informer.get({ name: 'a' })?.data).toEqual({ own: 'yes' })
    api.put({ metadata: { name: 'a' }, ...{ data: { own: 'no' } } })
    api.release()
    await clock.advance(0)
    expect(informer.get({ name: 'a' })?.data).toEqual({ own: 'no' })
    expect(own.metadata.managedFields).toHaveLength(1)
    api.telling = false
    await client.delete(ConfigMap, { name: 'a' })
    expect(informer.size).toBe(0)
  })

  it('takes in own writes only as far as they are selected, and only their metadata if that is all it keeps', async () => {
    const { client } = worldOf()
    await using labelled = new Informer(client, ConfigMap, { labels: { keep: 'yes' } }).start()
    await using elsewhere = new Informer(client, ConfigMap, { namespace: 'other' }).start()
    await using unknown = new Informer(client, ConfigMap, { fields: { 'spec.x': 'y' } }).start()
    await using partial = new Informer(client, metadataOf(ConfigMap)).start()
    const all = [labelled, elsewhere, unknown, partial]
    await Promise.all(all.map(({ synced }) => synced))
    const before = all.map(({ size }) => size)
    await client.create(ConfigMap, { metadata: { name: 'a', labels: { keep: 'no' } }, data: { a: '1' } })
    expect(all.map(({ size }, at) => size - (before[at] ?? 0))).toEqual([0, 0, 0, 1])
    expect(partial.get({ name: 'a' })).not.toHaveProperty('data')
  })

  it('lets no handler disturb another', async () => {
    const { api, clock, client } = worldOf('a')
    await using informer = new Informer(client, ConfigMap).start()
    const told: string[] = []
    informer.handle(() => {
      throw new Error('broken')
    })
    informer.handle(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    )
    const good = informer.handle(({ type, object }) => void told.push(`${type} ${object.metadata.name}`))
    await good.synced
    api.put({ metadata: { name: 'b' } })
    await clock.advance(0)
    expect(told).toEqual(['added a', 'added b'])
    await good.stop()
    api.put({ metadata: { name: 'c' } })
    await clock.advance(0)
    expect(told).toHaveLength(2)
  })

  it('tells a handler that comes late what is there', async () => {
    const { client } = worldOf('a')
    await using informer = new Informer(client, ConfigMap).start()
    await informer.synced
    const told: unknown[] = []
    await informer.handle((change) => void told.push(change)).synced
    expect(told).toMatchObject([{ type: 'added', initial: true, object: { metadata: { name: 'a' } } }])
  })

  it('counts as alive while it is connected, and for a while after', async () => {
    const { api, clock, client } = worldOf('a')
    await using informer = new Informer(client, ConfigMap).start()
    await informer.synced
    expect(informer.health).toMatchObject({ connected: true, alive: true, lastEvent: clock.now() })
    api.answers.push(...Array.from({ length: 100 }, () => refusal(503, 'ServiceUnavailable')))
    for (const stream of api.streams) stream.end(new Error('cut'))
    await clock.advance(30_000)
    expect(informer.health).toMatchObject({ connected: false, alive: true, error: { status: 503 } })
    await clock.advance(31_000)
    expect(informer.health).toMatchObject({ alive: false })
    api.answers.length = 0
    await clock.advance(31_000)
    expect(informer.health).toMatchObject({ connected: true, alive: true, error: undefined, lists: 1 })
  })

  it('can be stopped before it was complete, and calls nobody after', async () => {
    const { api, clock, client } = worldOf('a')
    const told: unknown[] = []
    const informer = new Informer(client, ConfigMap).start()
    informer.handle((change) => void told.push(change))
    await informer.stop()
    await expect(informer.synced).rejects.toThrow('stopped')
    await clock.advance(1_000)
    expect(told).toEqual([])
    expect([api.streams.size, clock.timers]).toEqual([0, 0])
  })
})
