import type { OutgoingHttpHeaders } from 'node:http2'
import { type Clock, type Logger, messageOf, type Random, sleep } from '@reeve/ground'
import { callUnary } from './grpc-call.ts'
import { GrpcConnection, type TlsOptions } from './grpc-connection.ts'
import { brokenCall, GrpcError, GrpcStatus } from './grpc-error.ts'
import { GrpcStream } from './grpc-stream.ts'
import type { ProtobufReader } from './protobuf.ts'

export interface GrpcChannelOptions {
  readonly endpoints: readonly string[]
  readonly tls: TlsOptions
  readonly connectTimeoutMs: number
  /** Whether a server that answers so should give way to the next. */
  readonly givesWay: (error: GrpcError) => boolean
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

export interface GrpcRequest {
  readonly path: string
  /** Sent with the call as they are. */
  readonly metadata: OutgoingHttpHeaders
  readonly signal?: AbortSignal | undefined
}

export interface UnaryRequest extends GrpcRequest {
  readonly frame: Buffer
  readonly timeoutMs: number
}

const FIRST_BACKOFF_MS = 50
const LONGEST_BACKOFF_MS = 2_000

/** Calls to whichever of the endpoints answers, over one session; an endpoint that fails gives way to the next. */
export class GrpcChannel {
  readonly #options: GrpcChannelOptions
  readonly #stopped = new AbortController()
  /** Also those that take no new calls but have old ones to end. */
  readonly #connections = new Set<GrpcConnection>()
  #current: GrpcConnection | undefined
  #dialing: Promise<GrpcConnection> | undefined
  #next = 0
  #failures = 0

  constructor(options: GrpcChannelOptions) {
    this.#options = options
  }

  async unary(request: UnaryRequest): Promise<ProtobufReader> {
    const { clock } = this.#options
    const { frame, signal } = request
    let { timeoutMs } = request
    let connection = this.#current
    if (connection === undefined) {
      const ends = clock.monotonic() + timeoutMs
      connection = await this.#connected(timeoutMs, signal)
      timeoutMs = Math.max(1, ends - clock.monotonic())
    }
    return callUnary(connection, { headers: headersOf(request), frame, timeoutMs, signal }, clock)
  }

  /** Begins a call on which both sides speak; waits for a connection as long as `timeoutMs`. */
  async stream(request: GrpcRequest & { readonly timeoutMs: number }): Promise<GrpcStream> {
    const connection = this.#current ?? (await this.#connected(request.timeoutMs, request.signal))
    return new GrpcStream(connection, headersOf(request))
  }

  /** How long to wait before trying for the nth time: doubled each time, spread by chance. */
  backoffMs(attempt: number): number {
    const longest = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** Math.min(attempt, 10))
    return longest * (0.5 + this.#options.random.float() / 2)
  }

  /** Lets calls under way end, then lets go of all sessions. */
  async close(): Promise<void> {
    this.#stopped.abort(brokenCall('the channel is closed', false))
    await this.#dialing?.catch(() => {})
    await Promise.all([...this.#connections].map((connection) => connection.close()))
  }

  /** The connection, or an error that was not sent once time or signal is up; dialing goes on for others. */
  #connected(timeoutMs: number, signal: AbortSignal | undefined): Promise<GrpcConnection> {
    this.#dialing ??= this.#dial().finally(() => {
      this.#dialing = undefined
    })
    const dialing = this.#dialing
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new GrpcError(GrpcStatus.unavailable, this.#silence(), { sent: false }))
      const timer = this.#options.clock.after(timeoutMs, late)
      const aborted = (): void => reject(signal?.reason)
      if (signal?.aborted) aborted()
      signal?.addEventListener('abort', aborted, { once: true })
      dialing.then(resolve, reject).finally(() => {
        timer.cancel()
        signal?.removeEventListener('abort', aborted)
      })
    })
  }

  /** Tries each endpoint once, beginning with the one after that which failed last. */
  async #dial(): Promise<GrpcConnection> {
    const { clock, endpoints, logger } = this.#options
    if (this.#failures > 0) await sleep(clock, this.backoffMs(this.#failures - 1), this.#stopped.signal)
    let last: unknown
    for (let tries = 0; tries < endpoints.length; tries += 1) {
      this.#stopped.signal.throwIfAborted()
      const endpoint = endpoints[this.#next % endpoints.length] as string
      try {
        const connection = await this.#open(endpoint)
        logger.debug('connected to etcd', { endpoint })
        return connection
      } catch (error) {
        last = error
        this.#next += 1
        logger.warn('cannot connect to etcd', { endpoint, error: messageOf(error) })
      }
    }
    this.#failures += 1
    throw last
  }

  async #open(endpoint: string): Promise<GrpcConnection> {
    const { clock, tls, connectTimeoutMs, endpoints, givesWay } = this.#options
    const connection = await GrpcConnection.open(endpoint, {
      clock,
      tls,
      connectTimeoutMs,
      givesWay: (error) => endpoints.length > 1 && givesWay(error),
      onGone: (gone, cause) => this.#forget(gone, cause),
    })
    this.#failures = 0
    this.#current = connection
    this.#connections.add(connection)
    void connection.closed.then(() => this.#connections.delete(connection))
    return connection
  }

  #forget(connection: GrpcConnection, cause: unknown): void {
    if (this.#current !== connection) return
    this.#current = undefined
    this.#next += 1
    if (this.#stopped.signal.aborted) return
    this.#options.logger.info('lost connection to etcd', {
      endpoint: connection.endpoint,
      error: messageOf(cause),
    })
  }

  #silence(): string {
    return `none of ${this.#options.endpoints.join(', ')} accepts a connection`
  }
}

function headersOf({ path, metadata }: GrpcRequest): OutgoingHttpHeaders {
  return {
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...metadata,
  }
}
