import { type Client, ConfigMap, kindOf, metadataOf, Namespace, type WatchEvent } from '@reeve/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Subject, until } from './subject.ts'

const told = (event: WatchEvent<{ metadata: { name?: string } }>): string => {
  if (event.type === 'replaced')
    return `replaced ${event.objects.map(({ metadata }) => metadata.name).join()}`
  return event.type === 'mark' ? 'mark' : `${event.type} ${event.object.metadata.name}`
}

export function watchTests(connect: Subject['connect']): void {
  describe('watches', () => {
    let client: Client
    const namespace = `watches-${Math.random().toString(36).slice(2)}`
    beforeAll(async () => {
      client = await connect({ namespace })
      await client.create(Namespace, { metadata: { name: namespace } })
    })
    afterAll(() => client.close())

    it.each(['stream', 'pages'] as const)('begin with all that there is, read as %s', async (initial) => {
      const labels = { watched: initial }
      const make = (name: string) => client.create(ConfigMap, { metadata: { name, labels } })
      await make(`${initial}-one`)
      await make(`${initial}-two`)
      const stop = new AbortController()
      const seen: string[] = []
      const { signal } = stop
      const following = (async () => {
        for await (const event of client.watch(ConfigMap, { namespace, labels, initial, signal })) {
          if (event.type !== 'mark') seen.push(told(event))
        }
      })()
      await until(() => seen.length === 1, 'everything is told')
      expect(seen).toEqual([`replaced ${initial}-one,${initial}-two`])
      const three = await make(`${initial}-three`)
      await client.update(ConfigMap, { ...three, data: { a: '1' } })
      await client.delete(ConfigMap, { name: `${initial}-one` })
      // One that is no longer selected is gone as far as the watch goes.
      const patch = { metadata: { labels: { watched: 'other' } } }
      await client.patch(ConfigMap, { name: `${initial}-two` }, { type: 'merge', patch })
      await until(() => seen.length === 5, 'four changes are told')
      expect(seen.slice(1)).toEqual([
        `set ${initial}-three`,
        `set ${initial}-three`,
        `deleted ${initial}-one`,
        `deleted ${initial}-two`,
      ])
      stop.abort()
      await following
    })

    it('go on from a version and miss nothing since', async () => {
      const { resourceVersion: from } = await client.list(ConfigMap, { namespace })
      await client.create(ConfigMap, { metadata: { name: 'since' } })
      const stop = new AbortController()
      for await (const event of client.watch(ConfigMap, { namespace, from, signal: stop.signal })) {
        expect(told(event)).toBe('set since')
        break
      }
      stop.abort()
    })

    it('can see metadata alone', async () => {
      const labels = { watched: 'partly' }
      const big = { metadata: { name: 'partly', labels }, data: { big: 'x'.repeat(500) } }
      await client.create(ConfigMap, big)
      const { signal } = new AbortController()
      for await (const event of client.watch(metadataOf(ConfigMap), { namespace, labels, signal })) {
        if (event.type !== 'replaced') continue
        expect(event.objects).toMatchObject([{ kind: 'PartialObjectMetadata', metadata: { name: 'partly' } }])
        expect(JSON.stringify(event.objects)).not.toContain('xxx')
        break
      }
    })

    it('as single streams end when the server ends them', async () => {
      const seen: string[] = []
      const { resourceVersion: from } = await client.list(ConfigMap, { namespace })
      const stream = client.stream(ConfigMap, { namespace, from, timeoutSeconds: 1 })
      for await (const event of stream) seen.push(event.type)
      expect(seen.filter((type) => type !== 'BOOKMARK')).toEqual([])
    })

    it('as single streams say what the server refuses', async () => {
      const nothing = kindOf({
        group: 'nothing.reeve.dev',
        version: 'v1',
        kind: 'No',
        plural: 'nos',
        namespaced: true,
      })
      const error = await client
        .stream(nothing, { namespace, from: '1' })
        .next()
        .catch((refused) => refused)
      expect(error).toMatchObject({ code: 'CLIENT_REFUSED', status: 404, reason: 'NotFound' })
    })
  })
}
