import { type ControlPlane, makeCertificate, startControlPlane } from '@reeve/apiserver'
import { type Ledger, openMemoryLedger } from '@reeve/ledger'
import { type KubernetesServer, useSystem } from '@reeve/test-servers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { normalise } from './normalise.ts'
import { askWebSocket, clientFrame, type WebSocketTold } from './websocket-client.ts'

const kubernetes = await useSystem('kubernetes')
const WATCH = '/api/v1/namespaces?watch=true&fieldSelector=metadata.name%3Ddefault'
const [PING, CLOSE] = [0x9, 0x8]

interface Target {
  readonly url: string
  readonly token: string
}

describe.skipIf(!kubernetes.available)('a watch over a WebSocket, beside a real kube-apiserver', () => {
  let real: KubernetesServer
  let ledger: Ledger
  let plane: ControlPlane
  let ours: Target
  beforeAll(async () => {
    real = await kubernetes.start({})
    ledger = openMemoryLedger()
    plane = await startControlPlane({ ledger })
    const now = Date.now()
    const tls = makeCertificate({
      commonName: 'test',
      use: 'server',
      hosts: ['127.0.0.1'],
      notBefore: now - 1_000,
      notAfter: now + 3_600_000,
      serial: new Uint8Array(16).fill(1),
    })
    const users = { secret: { name: 'admin', groups: ['system:masters'] } }
    ours = { url: (await plane.listen({ tls, users })).url, token: 'secret' }
  })
  afterAll(async () => {
    await plane?.close()
    await ledger?.close()
    await real?.stop()
  })

  /** What both are told, with times and the like taken out. */
  async function both(
    ask: (target: Target) => { readonly path?: string; readonly headers?: Readonly<Record<string, string>> },
    options: { readonly send?: readonly Buffer[]; readonly listenMs?: number } = {},
  ): Promise<readonly [real: unknown, ours: unknown]> {
    const one = async (target: Target): Promise<unknown> => {
      const { path = WATCH, headers = { Authorization: `Bearer ${target.token}` } } = ask(target)
      const told = await askWebSocket({ url: target.url, path, headers }, { listenMs: 600, ...options })
      return comparable(told)
    }
    return [await one(real), await one(ours)]
  }

  const comparable = ({ texts, ...told }: WebSocketTold): unknown => ({
    ...told,
    texts: texts.map((text) => [normalise(JSON.parse(text)), text.endsWith('}\n')]),
  })
  const bearer = (token: string): string =>
    `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`

  it('sends one text message for each event', async () => {
    const [wanted, got] = await both(() => ({}))
    expect(got).toEqual(wanted)
    expect(got).toMatchObject({
      status: 'HTTP/1.1 101 Switching Protocols',
      texts: [[{ type: 'ADDED' }, true]],
    })
  })

  it('says goodbye when its time is over', async () => {
    const [wanted, got] = await both(() => ({ path: `${WATCH}&timeoutSeconds=1` }), { listenMs: 2_000 })
    expect(got).toEqual(wanted)
    expect(got).toMatchObject({ others: ['88 03e8'] })
  })

  it('answers a ping and a close', async () => {
    const send = [clientFrame(PING, Buffer.from('hey')), clientFrame(CLOSE, Buffer.from([0x03, 0xe8]))]
    const told = await askWebSocket(
      { url: ours.url, path: WATCH, headers: { Authorization: 'Bearer secret' } },
      { send, listenMs: 600 },
    )
    expect(told.others).toEqual([`8a ${Buffer.from('hey').toString('hex')}`, '88 03e8'])
  })

  it('takes a token as the name of a protocol', async () => {
    const [wanted, got] = await both(({ token }) => ({
      headers: { 'Sec-WebSocket-Protocol': `${bearer(token)}, base64.binary.k8s.io` },
    }))
    expect(got).toEqual(wanted)
    expect(got).toMatchObject({ protocol: 'base64.binary.k8s.io' })
  })

  it.each([
    ['whoever is not known', () => ({ headers: { Authorization: 'Bearer wrong' } })],
    [
      'a token without another protocol',
      ({ token }: Target) => ({ headers: { 'Sec-WebSocket-Protocol': bearer(token) } }),
    ],
    [
      'another version',
      ({ token }: Target) => ({
        headers: { Authorization: `Bearer ${token}`, 'Sec-WebSocket-Version': '8' },
      }),
    ],
    [
      'a selector that cannot be read',
      () => ({ path: '/api/v1/namespaces?watch=true&labelSelector=a%3D%3D%3D' }),
    ],
    ['what is no watch', () => ({ path: '/api/v1/namespaces/default' })],
  ])('answers without a WebSocket: %s', async (_, ask) => {
    const [wanted, got] = await both(ask)
    expect(got).toEqual(wanted)
  })
})
