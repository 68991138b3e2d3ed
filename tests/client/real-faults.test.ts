import { accessOf, type Client, ConfigMap, clientFor, Informer, loadKubeconfig } from '@reeve/client'
import { type KubernetesServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { churn, expectSame } from './churn.ts'
import { type Line, startLine } from './line.ts'

const kubernetes = await useSystem('kubernetes')

describe.skipIf(!kubernetes.available)('with a real kube-apiserver behind a bad line', () => {
  let server: KubernetesServer
  let line: Line
  let calm: Client
  const clients: Client[] = []
  beforeAll(async () => {
    server = await kubernetes.start()
    line = await startLine(server.url)
    calm = await through(server.url, true)
  })
  afterAll(async () => {
    for (const client of clients) await client.close()
    await line[Symbol.asyncDispose]()
    await server.stop()
  })
  const through = async (url: string, http2: boolean): Promise<Client> => {
    const access = await accessOf(await loadKubeconfig([server.kubeconfig]))
    const client = clientFor({ ...access, endpoint: { ...access.endpoint, server: url } }, { http2 })
    clients.push(client)
    return client
  }

  it.each([
    ['HTTP/2', true, 'h2'],
    ['HTTP/1.1', false, 'h1'],
  ])('an informer goes on where it was after each cut, by %s', async (_, http2, label) => {
    const client = await through(line.url, http2)
    const options = { namespace: 'default', labels: { churn: label } }
    await using informer = new Informer(client, ConfigMap, options).start()
    await informer.synced
    const cutting = setInterval(() => line.cut(), 300)
    await churn(calm, { label, rounds: 150 })
    clearInterval(cutting)
    await expectSame(informer, { client: calm, label })
    expect(informer.health.lists).toBe(1)
  })

  it('a server that is killed and started again is found again', async () => {
    const label = 'again'
    await using informer = new Informer(calm, ConfigMap, { labels: { churn: label } }).start()
    await informer.synced
    server.apiserver.kill('SIGKILL')
    await server.apiserver.restart()
    await churn(calm, { label, rounds: 20 })
    await expectSame(informer, { client: calm, label })
  })

  it('a watch from a version that is gone reads everything anew', async () => {
    const stop = new AbortController()
    const notices: string[] = []
    const noticed = (notice: { readonly type: string }): void => void notices.push(notice.type)
    // The server that was started anew keeps nothing from before in memory, and asks etcd for nothing so old.
    await server.apiserver.restart()
    for await (const event of calm.watch(ConfigMap, { from: '1', signal: stop.signal, noticed })) {
      expect(event.type).toBe('replaced')
      break
    }
    expect(notices).toContain('listing')
  })
})
