import { type IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { PeerCertificate, TLSSocket } from 'node:tls'
import { type Clock, type Logger, messageOf, ReeveError, sleep } from '@reeve/ground'
import type { Identified, Shown } from '../auth/identify.ts'
import { ANONYMOUS } from '../auth/user.ts'
import { type TextFormat, textFormatOf } from '../output/text-format.ts'
import type { ApiAnswer, ApiRequest } from '../server/api-request.ts'
import { failure } from '../server/api-server.ts'
import { misdirected, tooLarge } from '../status/api-errors.ts'
import type { Certified } from '../tls/certificate.ts'
import type { AllowsHost } from './allowed-hosts.ts'
import { GONE, Gone } from './gone.ts'
import { type Incoming, type Outgoing, SecureServer } from './secure-server.ts'
import { serveWebSocket } from './websocket.ts'
import { shakeHands, wantsWebSocket, withBearer } from './websocket-handshake.ts'
import { writeAnswer } from './write-answer.ts'

export interface HttpsDoorOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  readonly tls: Certified
  /** The authority whose certificates clients may show, as PEM. */
  readonly clientCa?: string
  readonly allowsHost: AllowsHost
  /** Who sends a request; refuses whoever shows nothing, unless that is said to be enough. */
  readonly identify: (shown: Shown, anonymous: boolean) => Promise<Identified>
  readonly handle: (request: ApiRequest) => Promise<ApiAnswer>
  /** Answers whoever could not be identified. */
  readonly refuse: (request: ApiRequest, error: unknown) => Promise<ApiAnswer>
  readonly clock: Clock
  readonly logger: Logger
}

const NOTHING = new Uint8Array()
/** So much of a body that nobody wants is read away to keep the connection. */
const READ_AWAY = 256 * 1024
const LARGEST_BODY = 3 * 1024 * 1024
/** How long requests that are being answered may take when the door closes. */
const DRAIN_MS = 5_000
/** Whoever asks may know that the server lives, and what it is. */
const OPEN = /^\/(healthz|livez|readyz)(\/|$)|^\/version\/?$/

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
  readonly #server: SecureServer
  readonly #answering = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  /** Told to stop when the door closes: joining two signals for every request costs more than some requests. */
  readonly #asked = new Set<AbortController>()

  private constructor(options: HttpsDoorOptions) {
    this.#options = options
    this.#server = new SecureServer({
      tls: options.tls,
      clientCa: options.clientCa,
      request: (incoming, outgoing) => this.#keep(this.#serve(incoming, outgoing)),
      mayUpgrade: wantsWebSocket,
      upgrade: (incoming, socket, head) => this.#keep(this.#upgrade(incoming, socket, head)),
    })
  }

  static async open(options: HttpsDoorOptions): Promise<HttpsDoor> {
    const door = new HttpsDoor(options)
    try {
      await door.#server.listen(options.port, options.host)
    } catch (cause) {
      throw new CannotListenError(`${options.host}:${options.port}`, cause)
    }
    return door
  }

  get port(): number {
    return this.#server.port
  }

  /** Takes no more connections, ends watches cleanly, lets what is being answered finish, then closes the rest. */
  async close(): Promise<void> {
    const { clock } = this.#options
    const closed = this.#server.shut()
    this.#closing.abort()
    for (const stop of this.#asked) stop.abort()
    const drained = Promise.all(this.#answering).then(() => this.#server.part())
    const patience = new AbortController()
    await Promise.race([drained, sleep(clock, DRAIN_MS, patience.signal).catch(() => {})])
    patience.abort()
    await new Promise<void>((resolve) => clock.turn(resolve))
    this.#server.end()
    await closed
  }

  #keep(answering: Promise<void>): void {
    this.#answering.add(answering)
    void answering.finally(() => this.#answering.delete(answering))
  }

  /** A watch becomes a WebSocket if that is asked for; everything else is answered as if nothing had been. */
  async #upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { clock, logger } = this.#options
    const left = new AbortController()
    const gone = new Gone(socket)
    const leave = (): void => {
      left.abort(GONE)
      gone.tell()
    }
    socket.once('close', leave)
    socket.on('error', leave)
    const signal = AbortSignal.any([left.signal, this.#closing.signal])
    const answer = await this.#answer(incoming, signal).catch(failure)
    const isWatch = answer.type === 'stream' && wantsWebSocket(incoming)
    const hands = isWatch ? shakeHands(incoming.headers) : undefined
    if (isWatch && hands?.ok) {
      socket.write(hands.head)
      const failed = (error: unknown): void => logger.warn('cannot answer', { path: incoming.url, error })
      return serveWebSocket(socket, { head, events: answer.events, signal, leave, failed, clock })
    }
    if (hands !== undefined) leave()
    const response = new ServerResponse(incoming)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    response.once('finish', () => socket.end())
    const refused = hands?.ok === false && {
      ...hands,
      type: 'text' as const,
      contentType: 'text/plain; charset=utf-8',
    }
    const wishes = { gzip: acceptsGzip(incoming), format: formatFor(incoming), gone, clock }
    await writeAnswer(response, refused || answer, wishes).catch(() => socket.destroy())
  }

  async #serve(incoming: Incoming, outgoing: Outgoing): Promise<void> {
    const { clock, logger } = this.#options
    const stop = new AbortController()
    const gone = new Gone(outgoing)
    let written = false
    this.#asked.add(stop)
    outgoing.once('close', () => {
      this.#asked.delete(stop)
      if (written) return // nobody waits for anything any more
      stop.abort(GONE)
      gone.tell()
    })
    if (this.#closing.signal.aborted) stop.abort()
    try {
      const answer = await this.#answer(incoming, stop.signal).catch(failure)
      const wishes = { gzip: acceptsGzip(incoming), format: formatFor(incoming) }
      giveUpRest(incoming, outgoing)
      await writeAnswer(outgoing as ServerResponse, answer, { gone, clock, ...wishes })
      written = true
    } catch (error) {
      logger.warn('cannot answer', { path: incoming.url, error })
      outgoing.destroy()
    }
  }

  async #answer(incoming: Incoming, signal: AbortSignal): Promise<ApiAnswer> {
    const headers = wantsWebSocket(incoming) ? withBearer(incoming.headers) : incoming.headers
    const authority = headers[':authority'] ?? headers.host
    if (!this.#options.allowsHost(authority as string | undefined)) throw misdirected(String(authority))
    const url = addressOf(incoming)
    const shown = {
      headers: headers as Record<string, string | undefined>,
      certificate: certificateOf(incoming),
      rawHeaders: incoming.rawHeaders,
      url: incoming.url ?? '/',
    }
    const asked: ApiRequest = {
      method: incoming.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: headers as Record<string, string>,
      body: NOTHING,
      user: ANONYMOUS,
      source: incoming.socket.remoteAddress ?? '',
      signal,
    }
    let who: Identified
    try {
      who = await this.#options.identify(shown, OPEN.test(url.pathname))
    } catch (error) {
      return this.#options.refuse(asked, error)
    }
    return this.#options.handle({ ...asked, ...who, body: await bodyOf(incoming) })
  }
}

/** What was not read of a body must neither block the connection nor be taken for the next request. */
function giveUpRest(incoming: Incoming, outgoing: Outgoing): void {
  if (incoming.complete || incoming.readableEnded) return
  if ('stream' in incoming) {
    outgoing.once('finish', () => incoming.stream.close(constants.NGHTTP2_NO_ERROR))
    return
  }
  const length = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  if (length <= READ_AWAY) return void incoming.resume()
  outgoing.setHeader('connection', 'close')
  const { socket } = outgoing // the answer lets go of it
  outgoing.once('finish', () => socket?.destroySoon())
}

/** Reading one out of a connection costs more than most requests. */
const certificates = new WeakMap<TLSSocket, PeerCertificate>()

function certificateOf(incoming: Incoming): PeerCertificate | undefined {
  const socket = ('stream' in incoming ? incoming.stream.session?.socket : incoming.socket) as
    | TLSSocket
    | undefined
  if (socket?.authorized !== true) return undefined
  const known = certificates.get(socket)
  if (known !== undefined) return known
  const certificate = socket.getPeerCertificate()
  if (certificate.subject === undefined) return undefined
  certificates.set(socket, certificate)
  return certificate
}

function hasBody(incoming: Incoming): boolean {
  if ('stream' in incoming) return !incoming.stream.endAfterHeaders
  const { headers } = incoming
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Stops reading at what is too much, and leaves the connection to whoever answers. */
function bodyOf(incoming: Incoming): Promise<Uint8Array> | Uint8Array {
  if (!hasBody(incoming)) return NOTHING
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const take = (piece: Buffer): void => {
      size += piece.length
      if (size <= LARGEST_BODY) return void pieces.push(piece)
      incoming.off('data', take)
      incoming.pause()
      reject(tooLarge(LARGEST_BODY))
    }
    incoming.on('data', take)
    incoming.once('end', () => resolve(Buffer.concat(pieces)))
    incoming.once('error', reject)
    incoming.once('close', () => reject(GONE))
  })
}

/** Paths that mean what they say: the rest goes through URL, which costs some microseconds. */
const PLAIN = /^(?:\/[\w:~-][\w.:~-]*)+\/?$/

function addressOf(incoming: Incoming): Pick<URL, 'pathname' | 'searchParams'> {
  const { url = '/' } = incoming
  const mark = url.indexOf('?')
  const pathname = mark < 0 ? url : url.slice(0, mark)
  if (!PLAIN.test(pathname) || url.includes('#')) return urlOf(incoming)
  return { pathname, searchParams: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)) }
}

/** A path of slashes is no host. */
function urlOf({ url = '/' }: Incoming): URL {
  return new URL(`https://reeve${url.startsWith('/') ? url : `/${url}`}`)
}

function formatFor(incoming: Incoming): TextFormat {
  const { headers } = incoming
  const pretty = incoming.url?.includes('pretty=') ? urlOf(incoming).searchParams.get('pretty') : null
  return textFormatOf({ accept: headers.accept, pretty, userAgent: headers['user-agent'] })
}

function acceptsGzip(incoming: Incoming): boolean {
  return /\bgzip\b/.test(String(incoming.headers['accept-encoding'] ?? ''))
}
