import { ReeveError } from '@reeve/ground'

/** What a frame is, as RFC 6455 numbers it. */
export const OPCODES = {
  continuation: 0x0,
  text: 0x1,
  binary: 0x2,
  close: 0x8,
  ping: 0x9,
  pong: 0xa,
} as const

/** Why a WebSocket closes, as RFC 6455 numbers it. */
export const CLOSE_CODES = {
  normal: 1000,
  goingAway: 1001,
  protocol: 1002,
  tooBig: 1009,
  failed: 1011,
} as const

/** One thing that a client has sent; what came in pieces is put together. */
export type ClientMessage =
  | { readonly type: 'data' }
  | { readonly type: 'ping'; readonly payload: Buffer }
  | { readonly type: 'pong' }
  | { readonly type: 'close'; readonly code: number | undefined }

/** What a client has sent breaks the rules; the code tells it which. */
export class WebSocketProtocolError extends ReeveError {
  readonly code = 'WEBSOCKET_PROTOCOL'
  readonly closeCode: number

  constructor(reason: string, closeCode: number = CLOSE_CODES.protocol) {
    super(`cannot read from WebSocket: ${reason}`, { retryable: false })
    this.closeCode = closeCode
  }
}

const FINAL = 0x80
const RESERVED = 0x70
const MASKED = 0x80
const LENGTH_16 = 126
const LENGTH_64 = 127
const MASK_BYTES = 4
const MOST_CONTROL = 125

/** A frame as a server sends it: whole, and not masked. */
export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload
  const head =
    length < LENGTH_16
      ? Buffer.from([FINAL | opcode, length])
      : length <= 0xffff
        ? Buffer.from([FINAL | opcode, LENGTH_16, length >> 8, length & 0xff])
        : longHead(opcode, length)
  return Buffer.concat([head, payload])
}

function longHead(opcode: number, length: number): Buffer {
  const head = Buffer.alloc(10)
  head.set([FINAL | opcode, LENGTH_64])
  head.writeBigUInt64BE(BigInt(length), 2)
  return head
}

export function closeFrame(code: number): Buffer {
  return frameOf(OPCODES.close, Buffer.from([code >> 8, code & 0xff]))
}

/** Reads the frames of a client from bytes as they come. */
export class FrameReader {
  readonly #largest: number
  #rest: Buffer = Buffer.alloc(0)
  /** How much of a message has come whose last piece has not; undefined between messages. */
  #pieces: number | undefined

  /** What is said in one message may not be larger: a watch has nothing to hear. */
  constructor({ largest }: { readonly largest: number }) {
    this.#largest = largest
  }

  /** What is complete with these bytes; throws a WebSocketProtocolError. */
  push(bytes: Buffer): readonly ClientMessage[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    const messages: ClientMessage[] = []
    for (let frame = this.#frame(); frame !== undefined; frame = this.#frame()) {
      const message = this.#messageOf(frame)
      if (message !== undefined) messages.push(message)
      if (message?.type === 'close') break
    }
    return messages
  }

  /** The next frame if it is all there. */
  #frame(): Frame | undefined {
    const bytes = this.#rest
    if (bytes.length < 2) return undefined
    const [first = 0, second = 0] = bytes
    const opcode = first & 0x0f
    const isControl = (opcode & 0x8) !== 0
    if ((first & RESERVED) !== 0) throw new WebSocketProtocolError('reserved bits are set')
    if ((second & MASKED) === 0) throw new WebSocketProtocolError('a frame is not masked')
    const short = second & ~MASKED
    if (isControl && (short > MOST_CONTROL || (first & FINAL) === 0))
      throw new WebSocketProtocolError('a control frame is long or in pieces')
    const more = short === LENGTH_16 ? 2 : short === LENGTH_64 ? 8 : 0
    const start = 2 + more + MASK_BYTES
    if (bytes.length < start) return undefined
    const length = more === 0 ? short : more === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
    if (length + (this.#pieces ?? 0) > this.#largest)
      throw new WebSocketProtocolError('a message is too large', CLOSE_CODES.tooBig)
    if (bytes.length < start + length) return undefined
    const payload = unmasked(bytes.subarray(start, start + length), bytes.subarray(start - MASK_BYTES, start))
    this.#rest = bytes.subarray(start + length)
    return { opcode, isFinal: (first & FINAL) !== 0, payload }
  }

  #messageOf({ opcode, isFinal, payload }: Frame): ClientMessage | undefined {
    switch (opcode) {
      case OPCODES.ping:
        return { type: 'ping', payload }
      case OPCODES.pong:
        return { type: 'pong' }
      case OPCODES.close:
        return { type: 'close', code: closeCodeOf(payload) }
      case OPCODES.text:
      case OPCODES.binary:
      case OPCODES.continuation:
        return this.#dataOf(opcode, isFinal, payload.length)
      default:
        throw new WebSocketProtocolError(`a frame is of unknown kind ${opcode}`)
    }
  }

  #dataOf(opcode: number, isFinal: boolean, length: number): ClientMessage | undefined {
    const begun = this.#pieces
    if ((opcode === OPCODES.continuation) !== (begun !== undefined))
      throw new WebSocketProtocolError('the pieces of a message do not follow each other')
    this.#pieces = isFinal ? undefined : (begun ?? 0) + length
    return isFinal ? { type: 'data' } : undefined
  }
}

interface Frame {
  readonly opcode: number
  readonly isFinal: boolean
  readonly payload: Buffer
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(payload.length)
  for (let at = 0; at < payload.length; at += 1) plain[at] = (payload[at] ?? 0) ^ (mask[at % MASK_BYTES] ?? 0)
  return plain
}

function closeCodeOf(payload: Buffer): number | undefined {
  if (payload.length === 0) return undefined
  const code = payload.length === 1 ? 0 : payload.readUInt16BE(0)
  const isKnown = (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014)
  if (!isKnown && (code < 3000 || code > 4999))
    throw new WebSocketProtocolError('the reason of a close is none that can be sent')
  return code
}
