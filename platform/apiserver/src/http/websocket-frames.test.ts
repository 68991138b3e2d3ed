import { describe, expect, it } from 'vitest'
import { closeFrame, FrameReader, frameOf, OPCODES, WebSocketProtocolError } from './websocket-frames.ts'

interface Sent {
  readonly opcode: number
  readonly payload?: string | Buffer
  readonly final?: boolean
  readonly masked?: boolean
}

/** A frame as a client sends it. */
function sent({ opcode, payload = '', final = true, masked = true }: Sent): Buffer {
  const bytes = Buffer.from(payload)
  const mask = Buffer.from([1, 2, 3, 4])
  const length = bytes.length < 126 ? [bytes.length] : [126, bytes.length >> 8, bytes.length & 0xff]
  const [short = 0, ...rest] = length
  const head = Buffer.from([(final ? 0x80 : 0) | opcode, (masked ? 0x80 : 0) | short, ...rest])
  return masked
    ? Buffer.concat([head, mask, bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
    : Buffer.concat([head, bytes])
}

const { text, continuation, ping, close, pong } = OPCODES
const reader = (): FrameReader => new FrameReader({ largest: 1000 })

/** The code that a client is told for what it sent. */
function refusalOf(...frames: readonly Buffer[]): number | undefined {
  try {
    reader().push(Buffer.concat(frames))
  } catch (error) {
    if (error instanceof WebSocketProtocolError) return error.closeCode
    throw error
  }
  return undefined
}

describe('frames of a server', () => {
  it('tell their length in as few bytes as it takes', () => {
    expect(frameOf(text, Buffer.from('hi'))).toEqual(Buffer.from([0x81, 2, 0x68, 0x69]))
    expect(frameOf(text, Buffer.alloc(126)).subarray(0, 4)).toEqual(Buffer.from([0x81, 126, 0, 126]))
    expect(frameOf(text, Buffer.alloc(65_536)).subarray(0, 10)).toEqual(
      Buffer.from([0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    )
    expect(closeFrame(1000)).toEqual(Buffer.from([0x88, 2, 0x03, 0xe8]))
  })
})

describe('FrameReader', () => {
  it('reads what comes byte by byte, and several at once', () => {
    const bytes = Buffer.concat([
      sent({ opcode: ping, payload: 'ab' }),
      sent({ opcode: pong }),
      sent({ opcode: text, payload: 'x'.repeat(300) }),
    ])
    const expected = [{ type: 'ping', payload: Buffer.from('ab') }, { type: 'pong' }, { type: 'data' }]
    expect(reader().push(bytes)).toEqual(expected)
    const slow = reader()
    expect([...bytes].flatMap((byte) => slow.push(Buffer.from([byte])))).toEqual(expected)
  })

  it('puts pieces together, with pings between them', () => {
    const frames = [
      sent({ opcode: text, payload: 'a', final: false }),
      sent({ opcode: ping }),
      sent({ opcode: continuation, payload: 'b' }),
    ]
    expect(
      reader()
        .push(Buffer.concat(frames))
        .map(({ type }) => type),
    ).toEqual(['ping', 'data'])
  })

  it('tells why a client closes, and reads nothing after it', () => {
    const bye = sent({ opcode: close, payload: Buffer.from([0x03, 0xe9]) })
    expect(reader().push(Buffer.concat([bye, sent({ opcode: ping })]))).toEqual([
      { type: 'close', code: 1001 },
    ])
    expect(reader().push(sent({ opcode: close }))).toEqual([{ type: 'close', code: undefined }])
  })

  it('refuses what breaks the rules', () => {
    expect(refusalOf(sent({ opcode: text, payload: 'x', masked: false }))).toBe(1002)
    expect(refusalOf(sent({ opcode: text | 0x40 }))).toBe(1002)
    expect(refusalOf(sent({ opcode: 0x3 }))).toBe(1002)
    expect(refusalOf(sent({ opcode: ping, final: false }))).toBe(1002)
    expect(refusalOf(sent({ opcode: ping, payload: 'x'.repeat(126) }))).toBe(1002)
    expect(refusalOf(sent({ opcode: continuation }))).toBe(1002)
    const open = sent({ opcode: text, final: false })
    expect(refusalOf(open, open)).toBe(1002)
    expect(refusalOf(sent({ opcode: close, payload: Buffer.from([3]) }))).toBe(1002)
    expect(refusalOf(sent({ opcode: close, payload: Buffer.from([0x03, 0xed]) }))).toBe(1002)
  })

  it('refuses what is too large, as soon as that is known', () => {
    expect(refusalOf(sent({ opcode: text, payload: 'x'.repeat(1001) }).subarray(0, 8))).toBe(1009)
    const piece = sent({ opcode: text, payload: 'x'.repeat(600), final: false })
    expect(refusalOf(piece, sent({ opcode: continuation, payload: 'x'.repeat(600) }))).toBe(1009)
  })
})
