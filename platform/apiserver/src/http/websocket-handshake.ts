import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { unauthorized } from '../status/api-errors.ts'

/** Every server proves with it that it has understood the question. */
const PROOF = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const VERSION = '13'
/** Browsers cannot send an Authorization header: a token comes as the name of a protocol. */
const BEARER = 'base64url.bearer.authorization.k8s.io.'

/** What a WebSocket begins with, or why it does not. */
export type Handshake =
  | { readonly ok: true; readonly head: string }
  | {
      readonly ok: false
      readonly status: 400
      readonly text: string
      readonly headers: Readonly<Record<string, string>>
    }

/** Whether a request asks to become a WebSocket. */
export function wantsWebSocket({ method, headers }: Asked): boolean {
  return method === 'GET' && (headers.upgrade ?? '').toLowerCase() === 'websocket'
}

interface Asked {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

/** The answer to a request that asks to become a WebSocket. */
export function shakeHands(headers: IncomingHttpHeaders): Handshake {
  const key = headers['sec-websocket-key'] ?? ''
  if (headers['sec-websocket-version'] !== VERSION) {
    const told = { 'sec-websocket-version': VERSION }
    return { ok: false, status: 400, text: 'missing or bad WebSocket Version', headers: told }
  }
  if (Buffer.from(key, 'base64').length !== 16)
    return { ok: false, status: 400, text: 'mismatch challenge/response', headers: {} }
  const accept = createHash('sha1').update(`${key}${PROOF}`).digest('base64')
  const protocol = protocolsOf(headers).find((name) => !name.startsWith(BEARER))
  const lines = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${accept}`,
    ...(protocol === undefined ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
  ]
  return { ok: true, head: `${lines.join('\r\n')}\r\n\r\n` }
}

/** The headers, with the token that came as a protocol where an Authorization header would be. Refuses one that cannot be read. */
export function withBearer(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const protocols = protocolsOf(headers)
  const [bearer, ...others] = protocols.filter((name) => name.startsWith(BEARER))
  if (bearer === undefined || headers.authorization !== undefined) return headers
  const encoded = bearer.slice(BEARER.length)
  const token = Buffer.from(encoded, 'base64url').toString()
  // There has to be one more, to be answered with: the token is not to be sent back.
  if (others.length > 0 || protocols.length === 1 || !/^[\w-]+$/.test(encoded) || /[\s\ufffd]/.test(token))
    throw unauthorized()
  return { ...headers, authorization: `Bearer ${token}` }
}

function protocolsOf(headers: IncomingHttpHeaders): readonly string[] {
  const names = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  return names.filter((name) => name !== '')
}
