import type { IncomingHttpHeaders } from 'node:http2'
import { messageOf } from '@reeve/ground'

/** The status codes of gRPC that we tell apart. */
export const GrpcStatus = {
  ok: 0,
  cancelled: 1,
  unknown: 2,
  invalidArgument: 3,
  deadlineExceeded: 4,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  outOfRange: 11,
  unimplemented: 12,
  unavailable: 14,
  dataLoss: 15,
  unauthenticated: 16,
} as const

export interface GrpcErrorOptions {
  /** Whether the request may have reached the server. */
  readonly sent: boolean
  readonly cause?: unknown
}

/** A call that did not end with status 0. Stays inside this folder; `ledgerErrorOf` says it in our words. */
export class GrpcError extends Error {
  readonly status: number
  readonly sent: boolean

  constructor(status: number, message: string, options: GrpcErrorOptions) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'GrpcError'
    this.status = status
    this.sent = options.sent
  }
}

/** Something between us and the server broke. */
export function brokenCall(cause: unknown, sent: boolean): GrpcError {
  return new GrpcError(GrpcStatus.unavailable, messageOf(cause), { sent, cause })
}

/** What headers or trailers say about the end of a call; undefined if they say nothing. */
export function errorOf(headers: IncomingHttpHeaders): GrpcError | 'ok' | undefined {
  const status = headers['grpc-status']
  if (status === undefined) return undefined
  if (status === '0') return 'ok'
  return new GrpcError(Number(status), decoded(String(headers['grpc-message'] ?? '')), { sent: true })
}

/** An answer that is not gRPC at all, as of a proxy in between. */
export function notGrpc(httpStatus: unknown): GrpcError {
  return new GrpcError(GrpcStatus.unavailable, `the server answered with HTTP status ${httpStatus}`, {
    sent: true,
  })
}

/** grpc-message is percent-encoded; what is not valid is shown as it came. */
function decoded(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch {
    return message
  }
}
