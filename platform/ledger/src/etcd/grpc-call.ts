import {
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
} from 'node:http2'
import type { Clock } from '@reeve/ground'
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
export function callUnary(connection: GrpcConnection, call: UnaryCall, clock: Clock): Promise<ProtobufReader> {
  const { signal, timeoutMs } = call
  return new Promise((resolve, reject) => {
    const stream = connection.request(call.headers)
    const answer = new FrameSplitter()
    let status: GrpcError | 'ok' | undefined
    let failure: unknown
    let settled = false
    const settle = (): void => {
      if (settled) return
      settled = true
      timer.cancel()
      signal?.removeEventListener('abort', aborted)
      if (failure !== undefined) return reject(failure)
      if (status === undefined) return reject(brokenOff(connection, stream))
      if (status !== 'ok') return reject(status)
      try {
        const message = answer.next()
        if (message === undefined) reject(brokenCall('the answer is empty', true))
        else resolve(message)
      } catch (cause) {
        reject(brokenCall(cause, true))
      }
    }
    const giveUp = (reason: unknown): void => {
      failure ??= reason
      stream.close(constants.NGHTTP2_CANCEL)
      settle()
    }
    const aborted = (): void => giveUp(signal?.reason)
    const timer = clock.after(timeoutMs, () => {
      const sent = !stream.pending
      giveUp(new GrpcError(GrpcStatus.deadlineExceeded, `no answer within ${Math.ceil(timeoutMs)} ms`, { sent }))
      connection.probe()
    })
    stream.on('response', (headers) => {
      if (headers[':status'] !== 200) failure = notGrpc(headers[':status'])
      status = connection.note(errorOf(headers))
    })
    stream.on('trailers', (trailers: IncomingHttpHeaders) => {
      status = connection.note(errorOf(trailers))
      if (stream.readableEnded) settle()
    })
    stream.on('data', (chunk: Buffer) => answer.add(chunk))
    stream.on('end', () => {
      if (status !== undefined) settle()
    })
    stream.on('error', (cause) => {
      failure ??= brokenOff(connection, stream, cause)
    })
    stream.on('close', settle)
    if (signal?.aborted) return aborted()
    signal?.addEventListener('abort', aborted, { once: true })
    stream.end(call.frame)
  })
}

/**
 * A stream without an id never left; one that was refused was not looked at, which HTTP/2 promises. Where the
 * connection knows what broke, it says more than the stream's "cancelled".
 */
function brokenOff(connection: GrpcConnection, stream: ClientHttp2Stream, cause?: unknown): GrpcError {
  const sent = !stream.pending && stream.rstCode !== constants.NGHTTP2_REFUSED_STREAM
  return brokenCall(connection.cause ?? cause ?? 'the answer broke off', sent)
}
