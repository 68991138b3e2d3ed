import { UnreachableError } from '../errors/errors.ts'
import { formatJson } from '../json/format-json.ts'
import type { Transport, TransportAnswer, TransportRequest } from './transport.ts'

/** Who asks, as a server in this process is told. */
export interface InProcessUser {
  readonly name: string
  readonly uid?: string
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** A request as a server in this process takes it. */
export interface InProcessRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Uint8Array
  readonly user?: InProcessUser
  readonly signal: AbortSignal
}

/** An answer as such a server gives it. */
export type InProcessAnswer =
  | {
      readonly type: 'object'
      readonly status: number
      readonly object: object
      readonly headers?: Readonly<Record<string, string>>
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'text'
      readonly status: number
      readonly contentType: string
      readonly text: string | Uint8Array
      readonly headers?: Readonly<Record<string, string>>
    }
  | {
      readonly type: 'stream'
      readonly events: AsyncIterable<object>
      readonly headers?: Readonly<Record<string, string>>
    }

/** The door without a socket; the control plane of `@reeve/apiserver` has it. */
export interface InProcessServer {
  handle(request: InProcessRequest): Promise<InProcessAnswer>
}

const NOTHING = new Uint8Array()
const encoder = new TextEncoder()

export interface InProcessOptions {
  /** Who asks. Default: whoever holds the process. */
  readonly user?: InProcessUser
}

/** Reaches a server in this process. What is handed over is text, so that neither side can change what the other holds. */
export function inProcessTransport(server: InProcessServer, options: InProcessOptions = {}): Transport {
  const closing = new AbortController()
  const close = async (): Promise<void> => closing.abort(new Error('the client was closed'))
  return {
    request: (request) => asked(server, request, { ...options, closing: closing.signal }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function asked(
  server: InProcessServer,
  request: TransportRequest,
  { user, closing }: InProcessOptions & { readonly closing: AbortSignal },
): Promise<TransportAnswer> {
  const { method, path, query = new URLSearchParams(), headers = {}, body } = request
  request.signal?.throwIfAborted()
  const line = linked([request.signal, closing])
  try {
    const answer = await server.handle({
      method,
      path,
      query,
      headers: flat(headers),
      body: body === undefined ? NOTHING : typeof body === 'string' ? encoder.encode(body) : body,
      ...(user !== undefined && { user }),
      signal: line.signal,
    })
    if (answer.type !== 'stream') {
      line.unlink()
      request.signal?.throwIfAborted()
      return whole(answer)
    }
    const lines = linesOf(answer.events, { line, signal: request.signal })
    return { status: 200, headers: { ...answer.headers }, body: { type: 'lines', lines } }
  } catch (cause) {
    line.unlink()
    if (request.signal?.aborted === true) throw request.signal.reason
    throw new UnreachableError('the server in this process', { cause })
  }
}

function whole(answer: Exclude<InProcessAnswer, { type: 'stream' }>): TransportAnswer {
  const { status, headers = {} } = answer
  if (answer.type === 'text') {
    const type = { 'content-type': answer.contentType }
    return { status, headers: { ...type, ...headers }, body: { type: 'whole', content: answer.text } }
  }
  // As over HTTP, where header values are bytes.
  const warning = answer.warnings?.map((words) =>
    Buffer.from(`299 - ${JSON.stringify(words)}`).toString('latin1'),
  )
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers, ...(warning !== undefined && { warning }) },
    body: { type: 'whole', content: formatJson(answer.object) },
  }
}

interface Line {
  readonly signal: AbortSignal
  cut(): void
  unlink(): void
}

/** A signal of our own that follows others until it is unlinked: a long-lived signal keeps no listeners behind. */
function linked(signals: readonly (AbortSignal | undefined)[]): Line {
  const own = new AbortController()
  const abort = (): void => own.abort()
  for (const signal of signals) {
    if (signal?.aborted === true) own.abort()
    signal?.addEventListener('abort', abort, { once: true })
  }
  const unlink = (): void => {
    for (const signal of signals) signal?.removeEventListener('abort', abort)
  }
  return { signal: own.signal, cut: abort, unlink }
}

async function* linesOf(
  events: AsyncIterable<object>,
  { line, signal }: { readonly line: Line; readonly signal: AbortSignal | undefined },
): AsyncGenerator<string> {
  try {
    for await (const event of events) yield formatJson(event)
  } catch (cause) {
    if (signal?.aborted !== true) throw new UnreachableError('the server in this process', { cause })
  } finally {
    line.unlink()
    line.cut()
  }
  signal?.throwIfAborted()
}

function flat(headers: NonNullable<TransportRequest['headers']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : value.join(', '),
    ]),
  )
}
