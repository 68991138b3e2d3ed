import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type ClientHttp2Session, connect as connectHttp2, constants } from 'node:http2'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { realClock, sleep } from '@reeve/ground'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))
const MAPS = '/api/v1/namespaces/default/configmaps'
const MIB = 1 << 20

describe('reeve serve among hostile clients', () => {
  let folder: string
  let child: ChildProcess
  let url: URL
  let authorization: string
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reeve-hostile-'))
    const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', (data) => {
        said += data
        if (said.includes('kubectl get')) resolve()
      })
    })
    const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
    url = new URL(config.clusters[0].cluster.server)
    authorization = `Bearer ${config.users[0].user.token}`
  })
  afterAll(async () => {
    agent.destroy()
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    await rm(folder, { recursive: true })
  })

  afterEach(() => send('DELETE', MAPS))

  it('takes many large bodies at once over one HTTP/2 connection', async () => {
    const session = await http2()
    const post = (at: number): Promise<number | string> => {
      const object = { metadata: { name: `large${at}` }, data: { large: 'x'.repeat(900_000) } }
      return stream(session, { path: MAPS, body: JSON.stringify(object) })
    }
    const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => post(at)))
    expect(answers).toEqual(answers.map(() => 201))
    session.destroy()
  })

  it('goes on with an HTTP/2 connection on which bodies were refused unread', async () => {
    const session = await http2()
    const body = ' '.repeat(2 * MIB)
    for (let at = 0; at < 8; at += 1)
      expect(await stream(session, { path: MAPS, body, authorization: 'Bearer wrong' })).toBe(401)
    expect(await stream(session, { path: MAPS, body: '{"metadata":{"name":"fine"}}' })).toBe(201)
    session.destroy()
  })

  it('holds little for watchers that do not read, and cuts them off', { timeout: 60_000 }, async () => {
    const readers = await Promise.all(
      Array.from({ length: 10 }, () => raw(`GET ${MAPS}?watch=true HTTP/1.1`)),
    )
    for (const reader of readers) reader.pause()
    await sleep(realClock, 200)
    const before = memory()
    const data = { large: 'x'.repeat(1_000_000) }
    await send('POST', MAPS, { body: JSON.stringify({ metadata: { name: 'big' }, data }) })
    for (let at = 0; at < 60; at += 1) {
      const body = JSON.stringify({ data: { at: String(at) } })
      await send('PATCH', `${MAPS}/big`, { body, type: 'application/merge-patch+json' })
    }
    // Kept for each of them, it would be 600 MB and more.
    expect(memory() - before).toBeLessThan(400 * MIB)
    for (const reader of readers) reader.destroy()
  })

  it('keeps connections on which large requests follow large answers at once', async () => {
    const field = { type: 'object', description: 'x'.repeat(200), properties: { a: { type: 'string' } } }
    const properties = Object.fromEntries(Array.from({ length: 1_400 }, (_, n) => [`field${n}`, field]))
    const schema = { openAPIV3Schema: { type: 'object', properties } }
    const versions = [{ name: 'v1', served: true, storage: true, schema }]
    const apply = (plural: string): Promise<number | string | undefined> => {
      const names = { plural, kind: plural.toUpperCase() }
      const definition = {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: `${plural}.large.io` },
        spec: { group: 'large.io', scope: 'Namespaced', names, versions },
      }
      const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${plural}.large.io?fieldManager=load`
      const body = JSON.stringify(definition)
      return send('PATCH', path, { body, type: 'application/apply-patch+yaml' }).catch(String)
    }
    const statuses: (number | string | undefined)[] = []
    const loops = ['a', 'b', 'c', 'd'].map(async (name) => {
      for (let n = 0; n < 6; n += 1) statuses.push(await apply(`${name}${n}s`))
    })
    await Promise.all(loops)
    expect(statuses).toEqual(statuses.map(() => 201))
  })

  it('does not stand still for a body of brackets', async () => {
    const slow = send('POST', MAPS, { body: '['.repeat(20_000), type: 'application/yaml' })
    let asked = 0
    const asking = (async () => {
      for (let over = false; !over; asked += 1) {
        over = await Promise.race([slow.then(() => true), send('GET', '/livez').then(() => false)])
      }
    })()
    expect(await slow).toBe(400)
    await asking
    expect(memory()).toBeLessThan(2_000 * MIB)
    expect(asked).toBeGreaterThan(0)
  })

  it.each([
    ['headers beyond measure', `GET /version HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`, '431'],
    ['an address beyond measure', `GET /version?${'a'.repeat(100_000)} HTTP/1.1`, '431'],
    ['bytes in an address', 'GET /api/v1/namespaces/\xff\xfe HTTP/1.1', '400'],
    ['what is no UTF-8', 'GET /api/v1/namespaces/%ff%fe HTTP/1.1', '404'],
    ['two lengths', `POST ${MAPS} HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2`, '400'],
    [
      'a length and chunks',
      `POST ${MAPS} HTTP/1.1\r\ncontent-length: 5\r\ntransfer-encoding: chunked`,
      '400',
    ],
    ['a method of its own', 'FOO /version HTTP/1.1', '400'],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1', ''],
    ['another protocol', 'GET /version HTTP/1.1\r\nconnection: upgrade\r\nupgrade: websocket', '200'],
  ])('lives through %s', async (_, head, status) => {
    expect(await soon(statusOf(await raw(head)))).toBe(status)
    expect(await send('GET', '/livez')).toBe(200)
  })

  it('answers while hundreds of clients hold connections and send nothing, and forgets them', async () => {
    const before = (await descriptors()) + 2
    const idle = await Promise.all(Array.from({ length: 150 }, () => raw('')))
    const dripping = await Promise.all(Array.from({ length: 50 }, () => raw(`POST ${MAPS} HTTP/1.1`, 900)))
    expect(await send('GET', '/livez')).toBe(200)
    for (const socket of [...idle, ...dripping]) socket.destroy()
    for (let tries = 0; tries < 100 && (await descriptors()) > before; tries += 1) await sleep(realClock, 50)
    expect(await descriptors()).toBeLessThanOrEqual(before)
  })

  it('lives through streams that are opened and reset at once', async () => {
    const session = await http2()
    for (let at = 0; at < 1_500 && !session.destroyed; at += 1) {
      const asked = session.request({ ':path': `${MAPS}?watch=true`, authorization })
      asked.once('error', () => {})
      asked.close(constants.NGHTTP2_CANCEL)
      if (at % 200 === 0) await sleep(realClock, 1)
    }
    expect(await send('GET', '/livez')).toBe(200)
    session.destroy()
  })

  it('answers on a connection whose last request was too large, or closes it', async () => {
    const one = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 1 })
    // Whoever is still sending when the connection closes may not get to read the answer.
    const told = await send('POST', MAPS, { body: ' '.repeat(4 * MIB), agent: one }).catch(() => 'broken off')
    expect([413, 'broken off']).toContain(told)
    expect(await soon(send('GET', '/livez', { agent: one }))).toBe(200)
    one.destroy()
  })

  const memory = (): number =>
    1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])
  const descriptors = async (): Promise<number> => (await readdir(`/proc/${child.pid}/fd`)).length

  /** A connection of HTTP/1.1 on which a request was begun; with a length, its body is left out. */
  const raw = (head: string, length?: number): Promise<TLSSocket> =>
    new Promise((resolve, reject) => {
      const target = { host: url.hostname, port: Number(url.port), ALPNProtocols: ['http/1.1'] }
      const socket = connect({ ...target, rejectUnauthorized: false }, () => {
        const size = length === undefined ? '' : `content-length: ${length}\r\n`
        const rest = `\r\nhost: ${url.host}\r\nauthorization: ${authorization}\r\n${size}\r\n`
        if (head !== '') socket.write(`${head}${rest}`, 'latin1')
        resolve(socket)
      })
      socket.once('error', reject)
      socket.on('error', () => {})
    })

  const http2 = async (): Promise<ClientHttp2Session> => {
    const session = connectHttp2(url, { rejectUnauthorized: false, maxSessionMemory: 1_000 })
    await new Promise((resolve, reject) => session.once('connect', resolve).once('error', reject))
    session.on('error', () => {})
    return session
  }

  const stream = (
    session: ClientHttp2Session,
    { path, body, ...headers }: { path: string; body: string; authorization?: string },
  ): Promise<number | string> =>
    new Promise((resolve) => {
      const asked = session.request({
        ':path': path,
        ':method': 'POST',
        'content-type': 'application/json',
        authorization,
        ...headers,
      })
      asked.once('response', (answer) => {
        asked.resume()
        resolve(answer[':status'] ?? 0)
      })
      asked.once('error', (error) => resolve(error.message))
      asked.end(body)
    })

  interface Sending {
    readonly body?: string
    readonly type?: string
    readonly agent?: Agent
  }
  const send = (method: string, path: string, options: Sending = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { body = '', type = 'application/json' } = options
      const headers = { authorization, 'content-type': type, 'content-length': Buffer.byteLength(body) }
      const sent = request(`${url.origin}${path}`, { method, headers, agent, ...options }, (response) => {
        response.resume()
        response.once('error', reject)
        response.once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject).end(body)
    })
})

/** The status that came back, or '' if the connection was closed without. */
function statusOf(socket: TLSSocket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (data) => {
      resolve(/^HTTP\/1.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? 'nonsense')
      socket.destroy()
    })
    socket.once('close', () => resolve(''))
  })
}

/** What comes within half a minute, or that nothing came. */
function soon<T>(coming: Promise<T>): Promise<T | 'nothing came'> {
  return Promise.race([coming, sleep(realClock, 30_000).then(() => 'nothing came' as const)])
}
