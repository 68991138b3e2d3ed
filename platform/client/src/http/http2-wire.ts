import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import type { Clock, Timer } from '@reeve/ground'
import type { TransportAnswer } from '../transport/transport.ts'
import type { Dialled } from './dial.ts'
import { readAnswer } from './read-answer.ts'
import { type Dial, UnsentError, type Wire, type WireRequest } from './wire.ts'

/** Where the server names no limit of its own, or a higher one: a line that breaks takes no more than these with it. */
const MOST_STREAMS = 100
/** A line from which nothing came for so long is asked whether it lives. */
const SILENCE_MS = 30_000
const PING_MS = 15_000
/** Whoever gave up waiting may have waited for a line that is dead: then others need not wait as long. */
const DOUBT_MS = 5_000
/** Bytes that may be under way before the other side waits: the default of 64 KB makes large lists crawl. */
const WINDOW = 4 * 1024 * 1024
/** Not sent in HTTP/2. */
const OF_HTTP1 = new Set(['host', 'connection'])

type Http2 = typeof import('node:http2')

/** HTTP/2: many requests over few connections. Begins with one that is there already. */
export async function openHttp2Wire(
  dial: Dial,
  first: Dialled,
  { clock, authority }: { readonly clock: Clock; readonly authority: string },
): Promise<Wire> {
  const http2 = await import('node:http2')
  return new Http2Wire(http2, { dial, clock, authority, first })
}

interface Http2WireOptions {
  readonly dial: Dial
  readonly clock: Clock
  readonly authority: string
  readonly first: Dialled
}

class Http2Wire implements Wire {
  readonly #http2: Http2
  readonly #options: Http2WireOptions
  readonly #lines = new Set<Line>()
  #dialling: Promise<Line> | undefined

  constructor(http2: Http2, options: Http2WireOptions) {
    this.#http2 = http2
    this.#options = options
    this.#add(options.first)
  }

  async send(request: WireRequest): Promise<TransportAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      request.signal?.throwIfAborted()
      const line = await this.#line()
      try {
        return await line.send(request)
      } catch (error) {
        if (!(error instanceof UnsentError) || attempt >= 3) throw error
      }
    }
  }

  retire(): void {
    for (const line of this.#lines) line.session.close()
  }

  destroy(): void {
    for (const line of this.#lines) line.session.destroy()
  }

  async #line(): Promise<Line> {
    for (;;) {
      for (const line of this.#lines) if (line.take()) return line
      this.#dialling ??= this.#options
        .dial()
        .catch((cause) => {
          throw new UnsentError(cause)
        })
        .then((dialled) => {
          if (dialled.protocol !== 'h2') {
            dialled.socket.destroy()
            throw new UnsentError(new Error('the server no longer speaks HTTP/2'))
          }
          return this.#add(dialled)
        })
        .finally(() => {
          this.#dialling = undefined
        })
      await this.#dialling
    }
  }

  #add({ socket }: Dialled): Line {
    const { authority, clock } = this.#options
    const session = this.#http2.connect(`https://${authority}`, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: WINDOW },
    })
    session.once('connect', () => session.setLocalWindowSize(WINDOW * 4))
    const line = new Line(session, clock)
    this.#lines.add(line)
    session.once('close', () => this.#lines.delete(line))
    session.once('goaway', () => this.#lines.delete(line))
    return line
  }
}

/** One connection, and whether it lives. */
class Line {
  readonly session: ClientHttp2Session
  readonly #clock: Clock
  #streams = 0
  #watching: Timer | undefined
  #probing = false
  readonly #waiting: (() => void)[] = []

  constructor(session: ClientHttp2Session, clock: Clock) {
    this.session = session
    this.#clock = clock
    session.on('error', () => {}) // every stream is told by itself
    session.unref()
    session.once('close', () => this.#watching?.cancel())
  }

  /** Takes a place for one stream, if there is one: to be used by `send` at once, before another takes it. */
  take(): boolean {
    const { closed, destroyed, remoteSettings } = this.session
    const most = Math.min(MOST_STREAMS, remoteSettings?.maxConcurrentStreams ?? MOST_STREAMS)
    if (closed || destroyed || this.#streams >= most) return false
    this.#streams += 1
    if (this.#streams === 1) this.session.ref()
    return true
  }

  async send(request: WireRequest): Promise<TransportAnswer> {
    const { signal } = request
    const stream = this.#opened(request)
    const abort = (): void => {
      stream.close(CANCEL)
      this.#probe(DOUBT_MS)
    }
    if (signal?.aborted === true) abort()
    signal?.addEventListener('abort', abort, { once: true })
    stream.once('close', () => {
      signal?.removeEventListener('abort', abort)
      this.#give()
    })
    try {
      const headers = await responded(stream)
      const broke = (): boolean => stream.rstCode !== 0 || stream.aborted
      const status = Number(headers[':status'])
      return await readAnswer({ status, headers: headers as never, stream, broke }, request)
    } catch (cause) {
      stream.close(CANCEL)
      signal?.throwIfAborted()
      throw stream.rstCode === REFUSED_STREAM ? new UnsentError(cause) : cause
    }
  }

  #opened({ method, path, headers, body }: WireRequest): ClientHttp2Stream {
    const plain = Object.entries(headers).filter(([name]) => !OF_HTTP1.has(name))
    const all = { ':method': method, ':path': path, ...Object.fromEntries(plain) }
    let stream: ClientHttp2Stream
    try {
      stream = this.session.request(all as never, { endStream: body === undefined })
    } catch (cause) {
      this.#give()
      throw new UnsentError(cause)
    }
    stream.on('error', () => {}) // whoever reads is told
    if (body !== undefined) stream.end(body)
    this.#watch()
    return stream
  }

  /** Gives a place back. An idle connection keeps no process alive. */
  #give(): void {
    this.#streams -= 1
    if (this.#streams > 0) return
    this.session.unref()
    this.#watching?.cancel()
    this.#watching = undefined
  }

  /** For as long as something is under way: a line that is silent and does not answer a ping is dead. */
  #watch(): void {
    const { session } = this
    const heard = (): number => (session.destroyed ? 0 : (session.socket?.bytesRead ?? 0))
    const look = (before: number): void => {
      if (session.destroyed || this.#streams === 0) return
      this.#watching = this.#clock.after(SILENCE_MS, () => {
        const bytes = heard()
        if (bytes !== before) return look(bytes)
        this.#probe(PING_MS, () => look(heard()))
      })
    }
    if (this.#watching === undefined) look(heard())
  }

  /** Gives the line up if it does not answer in time. One question at a time is enough. */
  #probe(ms: number, answered?: () => void): void {
    const { session } = this
    if (session.destroyed || session.closed) return
    if (answered !== undefined) this.#waiting.push(answered)
    if (this.#probing) return
    this.#probing = true
    const late = this.#clock.after(ms, () => session.destroy(new Error('the connection is dead')))
    session.ping(() => {
      this.#probing = false
      late.cancel()
      for (const waiting of this.#waiting.splice(0)) waiting()
    })
  }
}

const CANCEL = 8
const REFUSED_STREAM = 7

function responded(stream: ClientHttp2Stream): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error(`the stream was closed with code ${stream.rstCode}`)))
  })
}
