import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { Client } from '../client/client.ts'
import { FakeApi, refusal } from '../client/fake-api.ts'
import { inProcessTransport } from '../transport/in-process-transport.ts'
import { LeaseLock } from './lease-lock.ts'

function worldOf() {
  const api = new FakeApi()
  const clock = new VirtualClock()
  const client = new Client(inProcessTransport(api), { clock, retry: false })
  const lock = (identity: string): LeaseLock =>
    new LeaseLock(client, { namespace: 'default', name: 'leader', identity, durationMs: 15_000 })
  return { api, clock, lock }
}

describe('LeaseLock', () => {
  it('is held by whoever is first, and renewed with one request', async () => {
    const { api, clock, lock } = worldOf()
    const a = lock('a')
    expect(await a.attempt()).toEqual({ type: 'held', epoch: 0, until: 15_000 })
    api.asked.length = 0
    await clock.advance(2_000)
    expect(await a.attempt()).toEqual({ type: 'held', epoch: 0, until: 17_000 })
    expect(api.asked.map(({ method }) => method)).toEqual(['PUT'])
    expect(await lock('b').attempt()).toEqual({ type: 'taken', holder: 'a', retryInMs: 15_000 })
  })

  it('counts from before it asked, so that nobody else can have it before the end that it names', async () => {
    const { api, clock, lock } = worldOf()
    const handle = api.handle.bind(api)
    api.handle = async (request) => {
      if (request.method !== 'GET') await new Promise<void>((resolve) => clock.after(4_000, resolve))
      return handle(request)
    }
    const attempt = lock('a').attempt()
    await clock.advance(4_000)
    expect(await attempt).toMatchObject({ type: 'held', until: 15_000 })
  })

  it('is taken over only after it was seen unchanged for as long as its holder said', async () => {
    const { clock, lock } = worldOf()
    const [a, b] = [lock('a'), lock('b')]
    await a.attempt()
    expect(await b.attempt()).toMatchObject({ type: 'taken', holder: 'a' })
    await clock.advance(14_999)
    await a.attempt()
    expect(await b.attempt()).toMatchObject({ type: 'taken', retryInMs: 15_000 })
    await clock.advance(15_000)
    expect(await b.attempt()).toMatchObject({ type: 'held', epoch: 1 })
    // The one that slept through it learns it at its next attempt.
    expect(await a.attempt()).toMatchObject({ type: 'taken', holder: 'b' })
  })

  it('goes to one of two who grab it at once', async () => {
    const { lock } = worldOf()
    const attempts = await Promise.all([lock('a').attempt(), lock('b').attempt()])
    expect(attempts.map(({ type }) => type).toSorted()).toEqual(['held', 'taken'])
  })

  it('keeps its holder when somebody only changed what surrounds it', async () => {
    const { api, lock } = worldOf()
    const a = lock('a')
    await a.attempt()
    const lease = api.objects.get('leader')
    api.put({ ...lease, metadata: { ...lease?.metadata, labels: { touched: 'yes' } } })
    expect(await a.attempt()).toMatchObject({ type: 'held', epoch: 0 })
    expect(api.objects.get('leader')?.metadata.labels).toEqual({ touched: 'yes' })
  })

  it('is free at once when it was given up, and only its holder can do so', async () => {
    const { lock } = worldOf()
    const [a, b] = [lock('a'), lock('b')]
    await a.attempt()
    await b.release()
    expect(await b.attempt()).toMatchObject({ type: 'taken' })
    await a.release()
    expect(await b.attempt()).toMatchObject({ type: 'held', epoch: 1 })
  })

  it('fails where the server cannot say, and looks anew the next time', async () => {
    const { api, lock } = worldOf()
    const a = lock('a')
    await a.attempt()
    api.answers.push(refusal(500, 'InternalError'))
    await expect(a.attempt()).rejects.toMatchObject({ status: 500 })
    expect(await a.attempt()).toMatchObject({ type: 'held', epoch: 0 })
  })
})
