import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { type Clock, type Logger, messageOf, ReeveError } from '@reeve/ground'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { failure } from '../server/api-server.ts'
import { tooLarge, unauthorized } from '../status/api-errors.ts'
import type { Certified } from '../tls/certificate.ts'
import type { TokenAuthenticator } from './authenticator.ts'
import { writeAnswer } from './write-answer.ts'

export interface HttpsDoorOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  readonly tls: Certified
  readonly users: TokenAuthenticator
  readonly handle: (request: ApiRequest) => Promise<ApiAnswer>
  readonly clock: Clock
  readonly logger: Logger
}

type Incoming = IncomingMessage | Http2ServerRequest
type Outgoing = ServerResponse | Http2ServerResponse

/** A reason made once: making an exception for every request that ends would cost more than some requests. */
const GONE = new Error('whoever asked has gone')
/** Go clients keep idle connections for 90 seconds and do not retry a POST on one that has just been closed. */
const KEEP_ALIVE_MS = 120_000
const LARGEST_BODY = 3 * 1024 * 1024
/** Whoever asks may know that the server lives, and what it is. */
const OPEN = new Set(['/healthz', '/livez', '/readyz', '/version'])

/** The address is taken, or not ours to take. */
export class CannotListenError extends ReeveError {
  readonly code = 'API_CANNOT_LISTEN'
  constructor(address: string, cause: unknown) {
    super(`cannot listen on ${address}: ${messageOf(cause)}`, {
      cause,
      hint: 'stop what listens there, or choose another address; port 0 takes any that is free',
    })
  }
}

/** The API over HTTPS, with HTTP/2 and HTTP/1.1 on one port. */
export class HttpsDoor {
  readonly #options: HttpsDoorOptions
  readonly #server
  readonly #sockets = new Set<Socket>()
  readonly #closing = new AbortController()

  private constructor(options: HttpsDoorOptions) {
    this.#options = options
    this.#server = createSecureServer({
      ...options.tls,
      allowHTTP1: true,
      keepAliveTimeout: KEEP_ALIVE_MS,
    } as never)
    this.#server.on('request', (request, response) => void this.#serve(request, response))
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('sessionError', () => {}) // a client that breaks off is no concern of ours
  }

  static async open(options: HttpsDoorOptions): Promise<HttpsDoor> {
    const door = new HttpsDoor(options)
    door.#server.listen(options.port, options.host)
    try {
      await once(door.#server, 'listening')
    } catch (cause) {
      throw new CannotListenError(`${options.host}:${options.port}`, cause)
    }
    return door
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Ends watches cleanly, then closes every connection. */
  async close(): Promise<void> {
    this.#closing.abort()
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    await new Promise<void>((resolve) => this.#options.clock.turn(resolve))
    for (const socket of this.#sockets) socket.destroySoon()
    await closed
  }

  async #serve(incoming: Incoming, outgoing: Outgoing): Promise<void> {
    const gone = new AbortController()
    outgoing.once('close', () => gone.abort(GONE))
    const signal = AbortSignal.any([gone.signal, this.#closing.signal])
    try {
      const answer = await this.#answer(incoming, signal).catch(failure)
      await writeAnswer(outgoing as ServerResponse, answer, { signal, gzip: acceptsGzip(incoming) })
    } catch (error) {
      this.#options.logger.warn('cannot answer', { path: incoming.url, error })
      outgoing.destroy()
    }
  }

  async #answer(incoming: Incoming, signal: AbortSignal): Promise<ApiAnswer> {
    const url = new URL(incoming.url ?? '/', 'https://reeve')
    if (
      !OPEN.has(url.pathname) &&
      this.#options.users.authenticate(incoming.headers.authorization) === undefined
    ) {
      throw unauthorized()
    }
    const request: ApiRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers as Record<string, string>,
      body: await bodyOf(incoming),
      signal,
    }
    return this.#options.handle(request)
  }
}

async function bodyOf(incoming: Incoming): Promise<Uint8Array> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > LARGEST_BODY) throw tooLarge(LARGEST_BODY)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function acceptsGzip(incoming: Incoming): boolean {
  return /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''))
}
