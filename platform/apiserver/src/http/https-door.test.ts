import { once } from 'node:events'
import { connect } from 'node:http2'
import { Agent, request } from 'node:https'
import { realClock, silentLogger } from '@reeve/ground'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LOOPBACK } from '../auth/user.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { failure } from '../server/api-server.ts'
import { makeCertificate } from '../tls/certificate.ts'
import { allowedHosts } from './allowed-hosts.ts'
import { HttpsDoor } from './https-door.ts'

const now = Date.now()
const tls = makeCertificate({
  commonName: 'door',
  use: 'server',
  hosts: ['127.0.0.1'],
  notBefore: now - 60_000,
  notAfter: now + 3_600_000,
  serial: new Uint8Array(16).fill(1),
})

describe('HttpsDoor', () => {
  let door: HttpsDoor
  let url: string
  let asked: PromiseWithResolvers<ApiRequest>
  beforeEach(async () => {
    asked = Promise.withResolvers()
    door = await HttpsDoor.open({
      host: '127.0.0.1',
      port: 0,
      tls,
      allowsHost: allowedHosts([]),
      identify: async () => ({ user: LOOPBACK }),
      handle: async (incoming): Promise<ApiAnswer> => {
        asked.resolve(incoming)
        if (incoming.path !== '/watch')
          return { type: 'object', status: 200, object: { path: incoming.path } }
        return { type: 'stream', events: untilGone(incoming.signal) }
      },
      refuse: async (_, error) => failure(error),
      clock: realClock,
      logger: silentLogger,
    })
    url = `https://127.0.0.1:${door.port}`
  })
  afterEach(() => door.close())

  it('tells a watch over HTTP/2 that its client has vanished', async () => {
    const session = connect(url, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/watch' })
    await once(stream, 'response')
    session.destroy()
    expect(await goneFrom(await asked.promise)).toBe(true)
  })

  it('tells a watch over HTTP/1.1 that its client has vanished', async () => {
    const sent = request(`${url}/watch`, { rejectUnauthorized: false }).end()
    await once(sent, 'response')
    sent.on('error', () => {}).destroy()
    expect(await goneFrom(await asked.promise)).toBe(true)
  })

  it('ends watches and answers what has come in before it closes', async () => {
    const session = connect(url, { rejectUnauthorized: false })
    const stream = session.request({ ':path': '/watch' })
    await once(stream, 'response')
    const ended = once(stream.resume(), 'end')
    await door.close()
    await ended
    expect(stream.rstCode).toBe(0)
  })

  it('refuses a body that is too large, and answers the next request of the same client', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
    const send = (method: string, size: number): Promise<number> =>
      new Promise((resolve) => {
        const sent = request(`${url}/x`, { method, agent }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0))
        })
        sent.on('error', () => resolve(0)) // the server need not read the rest before it closes
        sent.end(Buffer.alloc(size))
      })
    expect([413, 0]).toContain(await send('POST', 4 << 20))
    expect(await send('POST', 10)).toBe(200)
    agent.destroy()
  })
})

async function* untilGone(signal: AbortSignal): AsyncGenerator<JsonObject> {
  yield { type: 'ADDED', object: {} }
  if (!signal.aborted) await once(signal, 'abort')
}

async function goneFrom({ signal }: ApiRequest): Promise<boolean> {
  if (!signal.aborted) await once(signal, 'abort')
  return signal.aborted
}
