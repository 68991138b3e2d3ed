import type { TransportAnswer, TransportRequest } from '../transport/transport.ts'
import type { Dialled } from './dial.ts'

/** A request with everything that HTTP needs. */
export interface WireRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string | Uint8Array | undefined
  readonly read: NonNullable<TransportRequest['read']>
  readonly signal: AbortSignal | undefined
}

/** One version of HTTP over connections of its own. */
export interface Wire {
  send(request: WireRequest): Promise<TransportAnswer>
  /** Takes no more requests; what is under way goes on. */
  retire(): void
  /** Ends everything at once. */
  destroy(): void
}

/** Makes a connection as the endpoint and the credentials have it now. */
export type Dial = () => Promise<Dialled>

/** Thrown where the request surely never reached the server, so that it may be sent again whatever it does. */
export class UnsentError extends Error {
  constructor(cause: unknown) {
    super('the request was not sent', { cause })
  }
}
