import { randomBytes } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { realClock, sleep } from '@reeve/ground'

export interface WebSocketAsk {
  readonly url: string
  readonly path: string
  /** Beside what every WebSocket begins with. */
  readonly headers: Readonly<Record<string, string>>
}

export interface WebSocketTold {
  /** The first line of the answer. */
  readonly status: string
  readonly protocol: string | undefined
  /** What came in text messages. */
  readonly texts: readonly string[]
  /** Other frames, by their kind and content in hex. */
  readonly others: readonly string[]
}

/** Asks for a WebSocket, sends frames, and listens for a while. Reads only what a server may send: whole frames, unmasked. */
export async function askWebSocket(
  { url, path, headers }: WebSocketAsk,
  { send = [], listenMs }: { readonly send?: readonly Buffer[]; readonly listenMs: number },
): Promise<WebSocketTold> {
  const { port, host } = new URL(url)
  const socket = connect({
    host: '127.0.0.1',
    port: Number(port),
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  })
  const pieces: Buffer[] = []
  socket.on('data', (bytes: Buffer) => pieces.push(bytes)).on('error', () => {})
  await new Promise((resolve) => socket.once('secureConnect', resolve))
  const lines = Object.entries({
    Host: host,
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    Origin: url,
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  await talk(socket, send, listenMs)
  socket.destroy()
  return read(Buffer.concat(pieces))
}

async function talk(socket: TLSSocket, send: readonly Buffer[], listenMs: number): Promise<void> {
  await sleep(realClock, listenMs / 2)
  for (const frame of send) socket.write(frame)
  await sleep(realClock, listenMs / 2)
}

/** A frame of a client, masked with zeros. */
export function clientFrame(opcode: number, payload = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([0x80 | opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

function read(bytes: Buffer): WebSocketTold {
  const end = bytes.indexOf('\r\n\r\n')
  const [status = '', ...headers] = bytes.subarray(0, end).toString().split('\r\n')
  const protocol = headers.find((line) => /^sec-websocket-protocol:/i.test(line))?.split(': ')[1]
  const [texts, others]: [string[], string[]] = [[], []]
  if (!status.includes(' 101 ')) return { status, protocol, texts, others }
  for (let at = end + 4; at < bytes.length; ) {
    const short = bytes[at + 1] ?? 0
    const start = at + (short === 126 ? 4 : short === 127 ? 10 : 2)
    const length =
      short === 126
        ? bytes.readUInt16BE(at + 2)
        : short === 127
          ? Number(bytes.readBigUInt64BE(at + 2))
          : short
    const payload = bytes.subarray(start, start + length)
    if (bytes[at] === 0x81) texts.push(payload.toString())
    else others.push(`${bytes[at]?.toString(16)} ${payload.toString('hex')}`)
    at = start + length
  }
  return { status, protocol, texts, others }
}
