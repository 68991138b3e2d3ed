import { describe, expect, it } from 'vitest'
import { FakeApi } from '../client/fake-api.ts'
import { type InProcessRequest, inProcessTransport } from './in-process-transport.ts'

describe('inProcessTransport', () => {
  it('hands over copies: neither side can change what the other holds', async () => {
    const api = new FakeApi()
    api.put({ metadata: { name: 'a' } })
    const answer = await inProcessTransport(api).request({ method: 'GET', path: '/configmaps/a' })
    if (answer.body.type !== 'whole') throw new Error('not whole')
    expect(JSON.parse(String(answer.body.content))).toEqual(api.objects.get('a'))
  })

  it('says who asks, joins what was repeated, and passes numbers beyond 53 bits on', async () => {
    let seen: InProcessRequest | undefined
    const object = { size: 9223372036854775807n }
    const transport = inProcessTransport(
      {
        handle: async (request) => {
          seen = request
          return { type: 'object', status: 200, object, warnings: ['naïve'] }
        },
      },
      { user: { name: 'me', groups: [] } },
    )
    const answer = await transport.request({ method: 'GET', path: '/', headers: { a: ['1', '2'] } })
    expect(seen).toMatchObject({ user: { name: 'me' }, headers: { a: '1, 2' } })
    expect(answer.body).toEqual({ type: 'whole', content: '{"size":9223372036854775807}' })
    expect(answer.headers.warning).toEqual([Buffer.from('299 - "naïve"').toString('latin1')])
  })

  it('lets go of a stream when it is no longer wanted, or the client closes', async () => {
    const api = new FakeApi()
    const transport = inProcessTransport(api)
    const query = new URLSearchParams({ watch: 'true' })
    const stop = new AbortController()
    const open = async (signal?: AbortSignal) => {
      const request = { method: 'GET', path: '/configmaps', query, read: 'lines' as const }
      const { body } = await transport.request({ ...request, ...(signal && { signal }) })
      if (body.type !== 'lines') throw new Error('no lines')
      return body.lines[Symbol.asyncIterator]()
    }
    const first = (await open(stop.signal)).next()
    const second = (await open()).next()
    await new Promise((resolve) => setImmediate(resolve))
    expect(api.streams.size).toBe(2)
    stop.abort(new Error('enough'))
    await expect(first).rejects.toThrow('enough')
    expect(api.streams.size).toBe(1)
    await transport.close()
    expect(await second).toEqual({ value: undefined, done: true })
    expect(api.streams.size).toBe(0)
  })

  it('tells a stream that broke off from one that ended', async () => {
    const api = new FakeApi()
    const query = new URLSearchParams({ watch: 'true' })
    const answer = await inProcessTransport(api).request({ method: 'GET', path: '/configmaps', query })
    if (answer.body.type !== 'lines') throw new Error('no lines')
    const next = answer.body.lines[Symbol.asyncIterator]().next()
    await new Promise((resolve) => setImmediate(resolve))
    for (const stream of api.streams) stream.end(new Error('cut'))
    await expect(next).rejects.toMatchObject({ code: 'CLIENT_UNREACHABLE', retryable: true })
  })
})
