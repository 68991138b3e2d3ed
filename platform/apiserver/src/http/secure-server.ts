import { once } from 'node:events'
import { createServer as createHttp1, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  createServer as createHttp2,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type Http2Session,
} from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTls } from 'node:tls'
import type { Certified } from '../tls/certificate.ts'

export type Incoming = IncomingMessage | Http2ServerRequest
export type Outgoing = ServerResponse | Http2ServerResponse

export interface SecureServerOptions {
  readonly tls: Certified
  /** The authority whose certificates clients may show, as PEM. */
  readonly clientCa: string | undefined
  readonly request: (incoming: Incoming, outgoing: Outgoing) => void
  /** Whether a request that wants another protocol may have it; all others are requests like any. */
  readonly mayUpgrade: (incoming: IncomingMessage) => boolean
  readonly upgrade: (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void
}

/** Go clients keep idle connections for 90 seconds and do not retry a POST on one that has just been closed. */
const KEEP_ALIVE_MS = 120_000
/** As many as Go's server takes, each with the largest body. */
const MOST_STREAMS = 100
const SESSION_MEMORY_MIB = 400

/** Both versions of HTTP on one TLS port, each by a server of its own with its own limits. */
export class SecureServer {
  readonly #tls
  readonly #http1
  readonly #http2
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<Http2Session>()

  constructor({ tls, clientCa, request, mayUpgrade, upgrade }: SecureServerOptions) {
    this.#tls = createTls({
      ...tls,
      ...(clientCa !== undefined && { ca: clientCa, requestCert: true, rejectUnauthorized: false }),
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    this.#http1 = createHttp1({ keepAliveTimeout: KEEP_ALIVE_MS }, request)
    this.#http2 = createHttp2(
      { maxSessionMemory: SESSION_MEMORY_MIB, settings: { maxConcurrentStreams: MOST_STREAMS } },
      request,
    )
    // Where Node asks, only what may become another protocol is taken out of the usual way; an older one asks nobody.
    Object.assign(this.#http1, { shouldUpgradeCallback: mayUpgrade })
    this.#http1.on('upgrade', upgrade)
    this.#http1.emit('listening') // it begins to look after slow headers and bodies then
    this.#http2.on('session', (session) => keep(this.#sessions, session))
    this.#http2.on('sessionError', () => {}) // a client that breaks off is no concern of ours
    this.#tls.on('connection', (socket) => keep(this.#sockets, socket))
    this.#tls.on('tlsClientError', () => {})
    this.#tls.on('secureConnection', (socket) => {
      socket.on('error', () => {})
      const server = socket.alpnProtocol === 'h2' ? this.#http2 : this.#http1
      server.emit('connection', socket)
    })
  }

  async listen(port: number, host: string): Promise<void> {
    this.#tls.listen(port, host)
    await once(this.#tls, 'listening')
  }

  get port(): number {
    return (this.#tls.address() as AddressInfo).port
  }

  /** Takes no more connections; the promise resolves when the last one is gone. */
  shut(): Promise<void> {
    return new Promise((resolve) => this.#tls.close(() => resolve()))
  }

  /** Says goodbye to HTTP/2 clients, once the last answer is out. */
  async part(): Promise<void> {
    const over = [...this.#sessions].map((session) => {
      const closed = once(session, 'close')
      session.close()
      return closed
    })
    await Promise.all(over)
  }

  /** Ends what is left. */
  end(): void {
    this.#http1.close(() => {})
    for (const socket of this.#sockets) socket.destroySoon()
  }
}

interface Closing {
  once(event: 'close', listener: () => void): unknown
}

function keep<T extends Closing>(open: Set<T>, one: T): void {
  open.add(one)
  one.once('close', () => open.delete(one))
}
