import { type Clock, realClock } from '@reeve/ground'
import { ConfigError, CredentialError, UnreachableError } from '../errors/errors.ts'
import type { Transport, TransportAnswer, TransportRequest } from '../transport/transport.ts'
import { type Credentials, type Endpoint, NO_CREDENTIALS } from './endpoint.ts'
import { UnsentError, type Wire, type WireRequest } from './wire.ts'

export interface HttpTransportOptions {
  readonly endpoint: Endpoint
  /** Default: none. */
  readonly credentials?: Credentials
  /** Whether HTTP/2 may be spoken where the server does. Default: true. */
  readonly http2?: boolean
  /** Whether answers may come compressed. Default: true. */
  readonly gzip?: boolean
  /** How long a connection may take. Default: 30,000. */
  readonly dialTimeoutMs?: number
  /** Default: `reeve`. */
  readonly userAgent?: string
  readonly clock?: Clock
}

/** Reaches a server over HTTPS or HTTP: HTTP/2 if it speaks it, else HTTP/1.1; connections are kept and used again. */
export function httpTransport(options: HttpTransportOptions): Transport {
  return new HttpTransport(options)
}

class HttpTransport implements Transport {
  readonly #options: Required<HttpTransportOptions>
  readonly #url: URL
  #wire: Promise<Wire> | undefined
  #closed = false

  constructor(options: HttpTransportOptions) {
    this.#options = {
      credentials: NO_CREDENTIALS,
      http2: true,
      gzip: true,
      dialTimeoutMs: 30_000,
      userAgent: 'reeve',
      clock: realClock,
      ...options,
    }
    this.#url = urlOf(options.endpoint)
  }

  async request(request: TransportRequest): Promise<TransportAnswer> {
    const answer = await this.#sent(request)
    if (answer.status !== 401 || !this.#options.credentials.renew()) return answer
    // A certificate is shown when a connection is made: what is newer needs new ones.
    const certificate = await this.#options.credentials.certificate(request.signal)
    if (certificate !== undefined) await this.#forget()
    return this.#sent(request)
  }

  async close(): Promise<void> {
    this.#closed = true
    const wire = await this.#wire?.catch(() => undefined)
    wire?.destroy()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #sent(request: TransportRequest): Promise<TransportAnswer> {
    const { signal } = request
    signal?.throwIfAborted()
    if (this.#closed) throw new UnreachableError(this.#url.origin, { cause: 'the client was closed' })
    const wireRequest = await this.#wireRequest(request)
    try {
      const wire = await (this.#wire ?? this.#connected())
      return await wire.send(wireRequest)
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason
      if (cause instanceof CredentialError || cause instanceof ConfigError) throw cause
      const unsent = cause instanceof UnsentError
      if (unsent && isOf(cause.cause)) throw cause.cause
      if (unsent) this.#wire = undefined
      throw new UnreachableError(this.#url.origin, { cause: unsent ? cause.cause : cause, unsent })
    }
  }

  async #wireRequest(request: TransportRequest): Promise<WireRequest> {
    const { credentials, gzip, userAgent } = this.#options
    const { method, query, body, read = 'whole', signal } = request
    const search = query === undefined || query.size === 0 ? '' : `?${query}`
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body as string)) }
    return {
      method,
      path: `${this.#url.pathname.replace(/\/$/, '')}${request.path}${search}`,
      headers: {
        host: this.#url.host,
        'user-agent': userAgent,
        ...(gzip && read === 'whole' && { 'accept-encoding': 'gzip' }),
        ...length,
        ...request.headers,
        ...(await credentials.headers(signal)),
      },
      body,
      read,
      signal,
    }
  }

  /** The first connection says which HTTP is spoken. */
  #connected(): Promise<Wire> {
    const wire = this.#open()
    this.#wire = wire
    wire.catch(() => {
      if (this.#wire === wire) this.#wire = undefined
    })
    return wire
  }

  async #open(): Promise<Wire> {
    const { endpoint, credentials, http2, dialTimeoutMs, clock } = this.#options
    // Loaded when first needed: whoever stays in the process never pays for it.
    const { dial } = await import('./dial.ts')
    const dialAs = async (...protocols: readonly string[]) =>
      dial(endpoint, {
        certificate: await credentials.certificate(undefined),
        protocols,
        timeoutMs: dialTimeoutMs,
        clock,
      })
    const first = await dialAs(...(http2 ? ['h2', 'http/1.1'] : ['http/1.1'])).catch((cause) => {
      throw new UnsentError(cause)
    })
    if (first.protocol !== 'h2') {
      const { openHttp1Wire } = await import('./http1-wire.ts')
      return openHttp1Wire(() => dialAs('http/1.1'), first)
    }
    const { openHttp2Wire } = await import('./http2-wire.ts')
    return openHttp2Wire(() => dialAs('h2', 'http/1.1'), first, { clock, authority: this.#url.host })
  }

  async #forget(): Promise<void> {
    const wire = this.#wire
    this.#wire = undefined
    ;(await wire?.catch(() => undefined))?.retire()
  }
}

function isOf(cause: unknown): boolean {
  return cause instanceof CredentialError || cause instanceof ConfigError
}

function urlOf({ server }: Endpoint): URL {
  const url = URL.parse(server)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError(`cannot use server "${server}": it is no address of http or https`)
  }
  return url
}
