import {
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Clock, Timer } from '@reeve/ground'
import type { GrpcConnection } from './grpc-connection.ts'
import { brokenCall, errorOf, GrpcError, GrpcStatus, notGrpc } from './grpc-error.ts'
import { FrameSplitter } from './grpc-frame.ts'
import type { ProtobufReader } from './protobuf.ts'

export interface UnaryCall {
  readonly headers: OutgoingHttpHeaders
  readonly frame: Buffer
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** Sends one message and resolves to the first of the answer; rejects with a GrpcError or the signal's reason. */
export function callUnary(
  connection: GrpcConnection,
  call: UnaryCall,
  clock: Clock,
): Promise<ProtobufReader> {
  return new Promise((resolve, reject) => {
    new GrpcCall(connection, call, clock, { resolve, reject }).send(call.frame)
  })
}

interface Caller {
  resolve(answer: ProtobufReader): void
  reject(error: unknown): void
}

class GrpcCall {
  readonly #connection: GrpcConnection
  readonly #stream: ClientHttp2Stream
  readonly #signal: AbortSignal | undefined
  readonly #timer: Timer
  readonly #answer = new FrameSplitter()
  #caller: Caller | undefined
  #status: GrpcError | 'ok' | undefined
  #failure: unknown

  constructor(connection: GrpcConnection, call: UnaryCall, clock: Clock, caller: Caller) {
    const stream = connection.request(call.headers)
    this.#connection = connection
    this.#stream = stream
    this.#signal = call.signal
    this.#caller = caller
    this.#timer = clock.after(call.timeoutMs, () => this.#late(call.timeoutMs))
    stream.on('response', (headers) => this.#begin(headers))
    stream.on('data', (chunk: Buffer) => this.#answer.add(chunk))
    stream.on('trailers', (trailers: IncomingHttpHeaders) => {
      this.#status = connection.note(errorOf(trailers))
      if (stream.readableEnded) this.#settle()
    })
    stream.on('end', () => {
      if (this.#status !== undefined) this.#settle()
    })
    stream.on('error', (cause) => {
      this.#failure ??= this.#brokenOff(cause)
    })
    stream.on('close', () => this.#settle())
  }

  send(frame: Buffer): void {
    if (this.#signal?.aborted) return this.#abort()
    this.#signal?.addEventListener('abort', this.#abort, { once: true })
    this.#stream.end(frame)
  }

  readonly #abort = (): void => this.#giveUp(this.#signal?.reason)

  #begin(headers: IncomingHttpHeaders & { readonly ':status'?: number | undefined }): void {
    if (headers[':status'] !== 200) this.#failure = notGrpc(headers[':status'])
    this.#status = this.#connection.note(errorOf(headers))
  }

  #late(timeoutMs: number): void {
    const sent = !this.#stream.pending
    const words = `no answer within ${Math.ceil(timeoutMs)} ms`
    this.#giveUp(new GrpcError(GrpcStatus.deadlineExceeded, words, { sent }))
    this.#connection.probe()
  }

  #giveUp(reason: unknown): void {
    this.#failure ??= reason
    this.#stream.close(constants.NGHTTP2_CANCEL)
    this.#settle()
  }

  #settle(): void {
    const caller = this.#caller
    if (caller === undefined) return
    this.#caller = undefined
    this.#timer.cancel()
    this.#signal?.removeEventListener('abort', this.#abort)
    if (this.#failure !== undefined) return caller.reject(this.#failure)
    if (this.#status !== 'ok') return caller.reject(this.#status ?? this.#brokenOff())
    try {
      const message = this.#answer.next()
      if (message === undefined) caller.reject(brokenCall('the answer is empty', true))
      else caller.resolve(message)
    } catch (cause) {
      caller.reject(brokenCall(cause, true))
    }
  }

  /**
   * A stream without an id never left; one that was refused was not looked at, which HTTP/2 promises. Where the
   * connection knows what broke, it says more than the stream's "cancelled".
   */
  #brokenOff(cause?: unknown): GrpcError {
    const sent = !this.#stream.pending && this.#stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM
    return brokenCall(this.#connection.cause ?? cause ?? 'the answer broke off', sent)
  }
}
