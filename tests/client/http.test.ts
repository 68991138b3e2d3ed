import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { startControlPlane } from '@reeve/apiserver'
import { type Client, ConfigMap, clientFor, httpTransport, Namespace } from '@reeve/client'
import { openMemoryLedger } from '@reeve/ledger'
import { afterAll, describe, expect, it } from 'vitest'
import { type Line, startLine } from './line.ts'
import { until } from './subject.ts'
import { serverCertificate } from './subjects.ts'

const tls = serverCertificate()
const users = { secret: { name: 'admin', groups: ['system:masters'] } }
const ledger = openMemoryLedger()
const plane = await startControlPlane({ ledger })
const { url } = await plane.listen({ tls, users })
const credentials = {
  headers: async () => ({ authorization: 'Bearer secret' }),
  certificate: async () => undefined,
  renew: () => false,
}
afterAll(async () => {
  await plane.close()
  await ledger.close()
})

async function over(http2: boolean): Promise<{ line: Line; client: Client } & AsyncDisposable> {
  const line = await startLine(url)
  const endpoint = { server: line.url, ca: tls.cert }
  const client = clientFor({ endpoint, credentials, namespace: 'default', gzip: true }, { http2 })
  return {
    line,
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await line[Symbol.asyncDispose]()
    },
  }
}

describe('connections', () => {
  it('are used again: one for everything over HTTP/2, one for what is done in turn over HTTP/1.1', async () => {
    for (const http2 of [true, false]) {
      await using world = await over(http2)
      for (let at = 0; at < 20; at += 1) await world.client.get(Namespace, { name: 'default' })
      expect(world.line.made).toBe(1)
      await Promise.all(Array.from({ length: 8 }, () => world.client.get(Namespace, { name: 'default' })))
      if (http2) expect(world.line.made).toBe(1)
      else expect(world.line.made).toBeLessThanOrEqual(8)
    }
  })

  it('are joined by others when one is full of streams', async () => {
    await using world = await over(true)
    const stop = new AbortController()
    const { signal } = stop
    let synced = 0
    const watches = Array.from({ length: 150 }, async () => {
      for await (const { type } of world.client.watch(Namespace, { signal }))
        if (type === 'replaced') synced += 1
    })
    await until(() => synced === 150, 'all watch')
    expect((await world.client.get(Namespace, { name: 'default' })).metadata.name).toBe('default')
    expect(world.line.made).toBe(2)
    stop.abort()
    await Promise.all(watches)
  })

  it('carry large answers compressed, and large objects whole', async () => {
    for (const http2 of [true, false]) {
      await using world = await over(http2)
      const data = { big: 'é'.repeat(300_000) }
      const name = `big-${http2}`
      await world.client.create(ConfigMap, { metadata: { name, labels: { big: 'yes' } }, data })
      expect((await world.client.get(ConfigMap, { name })).data).toEqual(data)
      const { signal } = new AbortController()
      for await (const event of world.client.watch(ConfigMap, { labels: 'big', signal })) {
        if (event.type !== 'replaced') continue
        expect(event.objects.find(({ metadata }) => metadata.name === name)?.data).toEqual(data)
        break
      }
    }
  })

  it('survive a server that goes away and comes back on the same port', async () => {
    for (const http2 of [true, false]) {
      const own = openMemoryLedger()
      const first = await startControlPlane({ ledger: own })
      const { url: address } = await first.listen({ tls, users })
      const endpoint = { server: address, ca: tls.cert }
      await using client = clientFor({ endpoint, credentials, namespace: 'default', gzip: true }, { http2 })
      const stop = new AbortController()
      const seen: string[] = []
      const watching = (async () => {
        for await (const event of client.watch(ConfigMap, { namespace: 'default', signal: stop.signal })) {
          if (event.type === 'set') seen.push(event.object.metadata.name)
          if (event.type === 'replaced') seen.push('everything')
        }
      })()
      await until(() => seen.length === 1, 'the watch begins')
      await first.close()
      const second = await startControlPlane({ ledger: own })
      await second.listen({ tls, users, port: Number(new URL(address).port) })
      await client.create(ConfigMap, { metadata: { name: 'after' } })
      await until(() => seen.includes('after'), 'the watch goes on')
      expect(seen).toEqual(['everything', 'after'])
      stop.abort()
      await watching
      await second.close()
      await own.close()
    }
  })

  it('speak HTTP/1.1 to a server that speaks nothing else', async () => {
    const versions: string[] = []
    const server = createServer({ cert: tls.cert, key: tls.key }, (request, response) => {
      versions.push(request.httpVersion)
      response.end('{"kind":"Namespace","metadata":{"name":"old"}}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const endpoint = { server: `https://127.0.0.1:${port}/behind/a/path/`, ca: tls.cert }
    await using client = clientFor({ endpoint, credentials, namespace: 'default', gzip: true })
    const paths: (string | undefined)[] = []
    server.on('request', ({ url: path }) => void paths.push(path))
    expect((await client.get(Namespace, { name: 'old' })).metadata.name).toBe('old')
    expect([versions, paths]).toEqual([['1.1'], ['/behind/a/path/api/v1/namespaces/old']])
    server.close()
    server.closeAllConnections()
  })

  it('are not made once the client is closed', async () => {
    const transport = httpTransport({ endpoint: { server: url, ca: tls.cert }, credentials })
    await transport.request({ method: 'GET', path: '/version' })
    await transport.close()
    await expect(transport.request({ method: 'GET', path: '/version' })).rejects.toThrow(
      'the client was closed',
    )
  })
})
