import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  type OutgoingHttpHeaders,
  type SecureClientSessionOptions,
} from 'node:http2'
import type { Clock, Timer } from '@reeve/ground'
import { brokenCall, GrpcError, GrpcStatus } from './grpc-error.ts'

/** Certificates as PEM text or bytes. */
export interface TlsOptions {
  /** Whom to trust instead of the well-known authorities. */
  readonly ca?: string | Buffer
  readonly cert?: string | Buffer
  readonly key?: string | Buffer
}

export interface ConnectionOptions {
  readonly clock: Clock
  readonly tls: TlsOptions
  /** How long a server may take to accept. */
  readonly connectTimeoutMs: number
  /** Whether a server that answers so should get no more calls. */
  readonly givesWay: (error: GrpcError) => boolean
  /** Called once when no new calls can be made on it. */
  readonly onGone: (connection: GrpcConnection, cause: unknown) => void
}

/** etcd takes pings of a client every five seconds at most, and only while calls are under way. */
const PING_EVERY_MS = 10_000
const PING_REST_MS = 6_000
const PING_ANSWER_MS = 5_000
const CLOSE_MS = 1_000
const STREAM_WINDOW = 1 << 20
const SESSION_WINDOW = 16 << 20
const SESSION_MEMORY_MB = 512

/** One HTTP/2 session to one endpoint, watched for silent death while calls are under way. */
export class GrpcConnection {
  readonly endpoint: string
  /** Resolves when the session has ended, for whatever reason. */
  readonly closed: Promise<void>
  readonly #options: ConnectionOptions
  readonly #session: ClientHttp2Session
  readonly #closing = Promise.withResolvers<void>()
  #calls = 0
  #pings: Timer | undefined
  #answer: Timer | undefined
  #pinged = Number.NEGATIVE_INFINITY
  #gone = false
  #cause: unknown

  private constructor(endpoint: string, session: ClientHttp2Session, options: ConnectionOptions) {
    this.endpoint = endpoint
    this.#options = options
    this.#session = session
    session.setLocalWindowSize(SESSION_WINDOW)
    session.on('error', (cause) => this.#break(cause))
    session.on('goaway', () => this.#break(new Error('the server goes away')))
    this.closed = this.#closing.promise
    session.on('close', () => this.#end())
  }

  /** Resolves once the server has accepted; rejects with a GrpcError that was not sent. */
  static open(endpoint: string, options: ConnectionOptions): Promise<GrpcConnection> {
    return new Promise((resolve, reject) => {
      const session = connect(endpoint, sessionOptions(options.tls))
      const fail = (cause: unknown): void => {
        timer.cancel()
        session.destroy()
        reject(brokenCall(cause, false))
      }
      const late = new Error(`${endpoint} does not accept within ${options.connectTimeoutMs} ms`)
      const timer = options.clock.after(options.connectTimeoutMs, () => fail(late))
      const closed = (): void => fail(new Error(`${endpoint} closed the connection`))
      session.on('error', fail)
      session.once('close', closed)
      session.once('connect', () => {
        timer.cancel()
        session.off('error', fail).off('close', closed)
        resolve(new GrpcConnection(endpoint, session, options))
      })
    })
  }

  /** Why calls on it broke, where that is known: a stream only says that it was cancelled. */
  get cause(): unknown {
    return this.#cause
  }

  /** Begins a call. Throws a GrpcError that was not sent if the session has ended meanwhile. */
  request(headers: OutgoingHttpHeaders): ClientHttp2Stream {
    try {
      const stream = this.#session.request(headers, { endStream: false })
      this.#calls += 1
      stream.once('close', () => {
        this.#calls -= 1
        // Node says nothing of a session that a TLS alert has ended, but its streams do.
        if (this.#session.destroyed) this.#end()
      })
      if (this.#pings === undefined) this.#watchOver()
      return stream
    } catch (cause) {
      this.#break(cause)
      throw brokenCall(this.#cause, false)
    }
  }

  /** Takes note of how a call ended, and passes the status on. */
  note(status: GrpcError | 'ok' | undefined): GrpcError | 'ok' | undefined {
    if (status instanceof GrpcError && this.#options.givesWay(status)) this.retire()
    return status
  }

  /** Asks at once whether the server is still there, as after a call that got no answer. */
  probe(): void {
    const now = this.#options.clock.monotonic()
    if (this.#session.destroyed || now - this.#pinged < PING_REST_MS) return
    this.#pinged = now
    const dead = new GrpcError(GrpcStatus.unavailable, `${this.endpoint} no longer answers`, { sent: true })
    this.#answer = this.#options.clock.after(PING_ANSWER_MS, () => this.destroy(dead))
    const pinged = this.#session.ping(() => {
      this.#answer?.cancel()
      this.#answer = undefined
    })
    if (!pinged) this.destroy(dead)
  }

  /** Takes no new calls; ends when those under way have ended, however long that takes. */
  retire(): void {
    this.#leave(new Error(`${this.endpoint} has given way to another`))
    if (!this.#session.closed) this.#session.close()
  }

  /** As `retire`, but a server that is silent does not hold it up. Resolves when the session is closed. */
  async close(): Promise<void> {
    this.retire()
    if (this.#session.destroyed) return this.#end()
    const timer = this.#options.clock.after(CLOSE_MS, () => this.destroy('the server does not let go'))
    await this.closed
    timer.cancel()
  }

  /** Breaks all calls under way. */
  destroy(cause: unknown): void {
    this.#break(cause)
    this.#session.destroy()
    this.#end()
  }

  #watchOver(): void {
    this.#pings = this.#options.clock.after(PING_EVERY_MS, () => {
      this.#pings = undefined
      if (this.#calls === 0 || this.#session.destroyed) return
      this.probe()
      this.#watchOver()
    })
  }

  #break(cause: unknown): void {
    this.#cause ??= cause
    this.#leave(cause)
  }

  #leave(cause: unknown): void {
    if (this.#gone) return
    this.#gone = true
    this.#options.onGone(this, cause)
  }

  #end(): void {
    this.#pings?.cancel()
    this.#answer?.cancel()
    this.#leave(new Error(`${this.endpoint} closed the connection`))
    this.#closing.resolve()
  }
}

function sessionOptions(tls: TlsOptions): SecureClientSessionOptions {
  return {
    ...tls,
    maxSessionMemory: SESSION_MEMORY_MB,
    settings: { enablePush: false, initialWindowSize: STREAM_WINDOW },
  }
}
