import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ConfigMap, Deployment } from '../kinds/builtin-kinds.ts'
import { metadataOf } from '../kinds/kind.ts'
import { inProcessTransport } from '../transport/in-process-transport.ts'
import { Client } from './client.ts'
import { FakeApi, refusal } from './fake-api.ts'
import type { Written } from './written.ts'

function clientOf(options = {}) {
  const api = new FakeApi()
  const clock = new VirtualClock()
  const random = seededRandom(1)
  const client = new Client(inProcessTransport(api), { clock, random, ...options })
  const asked = (): string => {
    const { method, path, query } = api.asked.at(-1) ?? { method: '', path: '', query: '' }
    return `${method} ${path}?${query}`
  }
  return { api, clock, client, asked }
}

describe('Client', () => {
  it('asks as Kubernetes wants to be asked', async () => {
    const { api, client, asked } = clientOf({ manager: 'tester', namespace: 'team' })
    await client.create(ConfigMap, { metadata: { name: 'a' } }, { fieldValidation: 'Strict' })
    expect(asked()).toBe('POST /api/v1/namespaces/team/configmaps?fieldManager=tester&fieldValidation=Strict')
    const { headers, body } = api.asked.at(-1) ?? {}
    expect(headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' })
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' })
    await client.get(metadataOf(ConfigMap), { name: 'a', namespace: 'other' })
    expect(asked()).toBe('GET /api/v1/namespaces/other/configmaps/a?')
    expect(api.asked.at(-1)?.headers.accept).toBe(
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
    )
    await client.apply(ConfigMap, { metadata: { name: 'a' } }, { force: true, dryRun: true })
    expect(asked()).toBe(
      'PATCH /api/v1/namespaces/team/configmaps/a?fieldManager=tester&dryRun=All&force=true',
    )
    expect(api.asked.at(-1)?.headers['content-type']).toBe('application/apply-patch+yaml')
    await client.list(ConfigMap, { labels: { a: ['b', 'c'] }, fields: { 'metadata.name': 'x' }, limit: 7 })
    expect(new URLSearchParams(asked().split('?')[1])).toEqual(
      new URLSearchParams({ labelSelector: 'a in (b,c)', fieldSelector: 'metadata.name=x', limit: '7' }),
    )
    api.answers.push({ type: 'object', status: 200, object: { kind: 'Scale' } })
    await client.setScale(Deployment, { name: 'd' }, { replicas: 3 })
    expect(asked()).toBe('PATCH /apis/apps/v1/namespaces/team/deployments/d/scale?fieldManager=tester')
  })

  it('sends again what the server wants later, and tells apart what it refuses', async () => {
    const { api, client, clock } = clientOf()
    const later = { ...refusal(429, 'TooManyRequests'), headers: { 'retry-after': '2' } }
    api.answers.push(later as never, refusal(409, 'AlreadyExists'))
    const outcome = client.create(ConfigMap, { metadata: { name: 'a' } }).catch((error) => error)
    await clock.advance(3_000)
    expect(await outcome).toMatchObject({
      reason: 'AlreadyExists',
      message: 'cannot create ConfigMap default/a: AlreadyExists',
    })
    expect(api.asked).toHaveLength(2)
  })

  it('waits for an answer no longer than it was told', async () => {
    const { client, clock, api } = clientOf({ timeoutMs: 5_000 })
    api.handle = () => new Promise(() => {})
    const outcome = client.get(ConfigMap, { name: 'a' }).catch((error) => error)
    await clock.advance(5_000)
    expect(await outcome).toMatchObject({
      code: 'CLIENT_DEADLINE',
      message: 'cannot get ConfigMap default/a: no answer within 5000 ms',
    })
    expect(clock.timers).toBe(0)
  })

  it('says what it cannot read', async () => {
    const { client, api } = clientOf({ retry: false })
    api.answers.push({ type: 'text', status: 200, contentType: 'text/html', text: '<html>' })
    await expect(client.get(ConfigMap, { name: 'a' })).rejects.toMatchObject({ code: 'CLIENT_UNREADABLE' })
    api.answers.push({ type: 'text', status: 502, contentType: 'text/html', text: 'bad gateway\n' })
    await expect(client.get(ConfigMap, { name: 'a' })).rejects.toThrow(
      'cannot get ConfigMap default/a: bad gateway',
    )
  })

  it('tells of its writes, and of nothing else', async () => {
    const { client, api } = clientOf()
    const told: string[] = []
    const stop = client.onWrite((written: Written) => {
      const what = written.type === 'set' ? written.object.metadata.resourceVersion : written.uid
      told.push(`${written.type} ${what}`)
    })
    const made = await client.create(ConfigMap, { metadata: { name: 'a' } })
    await client.update(ConfigMap, made, { dryRun: true })
    await client.get(ConfigMap, { name: 'a' })
    api.answers.push({ type: 'object', status: 200, object: { kind: 'Scale', apiVersion: 'autoscaling/v1' } })
    await client.setScale(Deployment, { name: 'd' }, { replicas: 3 })
    await client.delete(ConfigMap, { name: 'a' })
    stop()
    await client.create(ConfigMap, { metadata: { name: 'b' } })
    expect(told).toEqual(['set 101', 'deleted uid-101'])
  })

  it('reads everything at once when a page is no longer kept', async () => {
    const { client, api, asked } = clientOf()
    api.put({ metadata: { name: 'a' } })
    const page = {
      metadata: { resourceVersion: '5', continue: 'next' },
      items: [{ metadata: { name: 'x' } }],
    }
    api.answers.push({ type: 'object', status: 200, object: page }, refusal(410, 'Expired'))
    const { items, resourceVersion } = await client.list(ConfigMap, { limit: 1 })
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a'])
    expect(resourceVersion).toBe('101')
    expect(asked()).toBe('GET /api/v1/configmaps?')
  })

  it('refuses names that would make a request be about something else', async () => {
    const { client, api } = clientOf()
    await expect(client.delete(ConfigMap, { name: '' })).rejects.toMatchObject({ code: 'CLIENT_BAD_NAME' })
    expect(api.asked).toEqual([])
  })
})
