import { type ClientHttp2Stream, constants, type OutgoingHttpHeaders } from 'node:http2'
import type { GrpcConnection } from './grpc-connection.ts'
import { brokenCall, errorOf, type GrpcError, notGrpc } from './grpc-error.ts'
import { FrameSplitter } from './grpc-frame.ts'
import type { ProtobufReader } from './protobuf.ts'

/**
 * A call on which both sides speak. What nobody reads waits at the server: no more than HTTP/2's window for the
 * stream is held here.
 */
export class GrpcStream {
  readonly #connection: GrpcConnection
  readonly #stream: ClientHttp2Stream
  readonly #chunks: AsyncIterator<Buffer>
  readonly #frames = new FrameSplitter()
  #status: GrpcError | 'ok' | undefined

  constructor(connection: GrpcConnection, headers: OutgoingHttpHeaders) {
    this.#connection = connection
    this.#stream = connection.request(headers)
    this.#stream.on('response', (answer) => {
      this.#status = connection.note(answer[':status'] === 200 ? errorOf(answer) : notGrpc(answer[':status']))
    })
    this.#stream.on('trailers', (trailers) => {
      this.#status ??= connection.note(errorOf(trailers))
    })
    this.#stream.on('error', () => {}) // whoever reads is told
    this.#chunks = this.#stream[Symbol.asyncIterator]()
  }

  send(frame: Buffer): void {
    if (this.#stream.writable) this.#stream.write(frame)
  }

  /** The next message; rejects with a GrpcError once the server has ended the call or the connection broke. */
  async read(): Promise<ProtobufReader> {
    for (;;) {
      const message = this.#frames.next()
      if (message !== undefined) return message
      const chunk = await this.#chunk()
      if (chunk === undefined) throw await this.#end()
      this.#frames.add(chunk)
    }
  }

  cancel(): void {
    this.#stream.close(constants.NGHTTP2_CANCEL)
    this.#stream.destroy()
  }

  async #chunk(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#chunks.next()
      return done ? undefined : value
    } catch (cause) {
      throw brokenCall(this.#connection.cause ?? cause, true)
    }
  }

  /** Trailers may be told after the last chunk, but never after the stream has closed. */
  async #end(): Promise<GrpcError> {
    if (!this.#stream.closed && this.#status === undefined) {
      await new Promise<void>((resolve) => this.#stream.once('close', resolve))
    }
    if (this.#status !== undefined && this.#status !== 'ok') return this.#status
    return brokenCall(this.#connection.cause ?? 'the server ended the stream', true)
  }
}
