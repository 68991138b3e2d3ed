import { Agent, request } from 'node:https'
import { makeCertificate, startControlPlane } from '@reeve/apiserver'
import { openMemoryLedger } from '@reeve/ledger'
import type { KubernetesServer } from '@reeve/test-servers'

/** A request as it is sent to both servers. */
export interface Ask {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly type?: string
  readonly accept?: string
  readonly body?: unknown
}

export interface Answer {
  readonly status: number
  readonly warnings: string | undefined
  readonly body: unknown
}

/** One of two servers that are asked the same. */
export interface Server extends AsyncDisposable {
  readonly name: string
  ask(ask: Ask): Promise<Answer>
  /** Follows what happens at a path; resolves when the server has said that it listens. */
  watch(path: string): Promise<Watching>
}

export interface Watching {
  /** What came so far. */
  readonly events: readonly WatchedEvent[]
  stop(): void
}

export interface WatchedEvent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: objects of whatever kind.
  readonly object: any
}

interface Target {
  readonly name: string
  readonly url: string
  readonly token: string
  readonly stop: () => Promise<void>
}

export function realServer(kubernetes: KubernetesServer): Server {
  const { url, token } = kubernetes
  return server({ name: 'kube-apiserver', url, token, stop: () => kubernetes.stop() })
}

/** Ours, on memory, over its own HTTPS door. */
export async function ourServer(): Promise<Server> {
  const ledger = openMemoryLedger()
  const plane = await startControlPlane({ ledger })
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
  const { url } = await plane.listen({ tls, users })
  const stop = async (): Promise<void> => {
    await plane.close()
    await ledger.close()
  }
  return server({ name: 'reeve', url, token: 'secret', stop })
}

function server({ name, url, token, stop }: Target): Server {
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true })
  return {
    name,
    ask: (ask) => send({ url, token, agent }, ask),
    watch: (path) => follow({ url, token }, path),
    [Symbol.asyncDispose]: async () => {
      agent.destroy()
      await stop()
    },
  }
}

function send(to: { url: string; token: string; agent: Agent }, ask: Ask): Promise<Answer> {
  const text =
    ask.body === undefined ? undefined : typeof ask.body === 'string' ? ask.body : JSON.stringify(ask.body)
  const headers = {
    authorization: `Bearer ${to.token}`,
    accept: ask.accept ?? 'application/json',
    'user-agent': 'twin/1',
    ...(text !== undefined && {
      'content-type': ask.type ?? 'application/json',
      'content-length': Buffer.byteLength(text),
    }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(
      `${to.url}${ask.path}`,
      { method: ask.method, headers, agent: to.agent },
      (response) => {
        let content = ''
        response.setEncoding('utf8').on('data', (data: string) => {
          content += data
        })
        response.once('error', reject)
        response.once('end', () => {
          const status = response.statusCode ?? 0
          const warnings = response.headers.warning
          resolve({ status, warnings, body: read(content) })
        })
      },
    )
    sent.once('error', reject)
    sent.end(text)
  })
}

function follow({ url, token }: Pick<Target, 'url' | 'token'>, path: string): Promise<Watching> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'user-agent': 'twin/1' }
  const events: WatchedEvent[] = []
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { headers, rejectUnauthorized: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`cannot watch ${path}: ${response.statusCode}`))
      let rest = ''
      response.setEncoding('utf8').on('data', (data: string) => {
        const lines = `${rest}${data}`.split('\n')
        rest = lines.pop() ?? ''
        events.push(...lines.map((line) => JSON.parse(line) as WatchedEvent))
      })
      response.once('error', () => {})
      resolve({ events, stop: () => sent.destroy() })
    })
    sent.once('error', reject)
    sent.end()
  })
}

function read(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return content
  }
}
