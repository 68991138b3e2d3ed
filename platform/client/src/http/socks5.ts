import type { Socket } from 'node:net'

export interface Socks5Target {
  readonly host: string
  readonly port: number
  /** Empty where the proxy asks nobody who they are. */
  readonly username: string
  readonly password: string
}

const VERSION = 5
const OPEN = 0
const BY_PASSWORD = 2
const REFUSALS = [
  'done',
  'general failure',
  'not allowed',
  'network unreachable',
  'host unreachable',
  'connection refused',
  'too late',
  'command not known',
  'address type not known',
]

/** Asks a SOCKS5 proxy for a line to a host; names are looked up by the proxy. */
export async function socks5(
  socket: Socket,
  { host, port, username, password }: Socks5Target,
): Promise<void> {
  const read = reader(socket)
  socket.write(Buffer.from(username === '' ? [VERSION, 1, OPEN] : [VERSION, 2, OPEN, BY_PASSWORD]))
  const [, method] = await read(2)
  if (method === BY_PASSWORD) {
    socket.write(Buffer.concat([Buffer.from([1]), sized(username), sized(password)]))
    const [, refused] = await read(2)
    if (refused !== 0) throw new Error('it does not know who asks')
  } else if (method !== OPEN) throw new Error('it asks who is there in a way that is not known')
  const ports = Buffer.from([port >> 8, port & 255])
  socket.write(Buffer.concat([Buffer.from([VERSION, 1, 0]), addressOf(host), ports]))
  const [, reply = 1, , type] = await read(4)
  if (reply !== 0) throw new Error(REFUSALS[reply] ?? `refusal ${reply}`)
  const length = type === 1 ? 4 : type === 4 ? 16 : ((await read(1))[0] ?? 0)
  await read(length + 2)
}

function sized(text: string): Buffer {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

function addressOf(host: string): Buffer {
  const numbers = /^\d+\.\d+\.\d+\.\d+$/.test(host) ? host.split('.').map(Number) : undefined
  return numbers === undefined ? Buffer.concat([Buffer.from([3]), sized(host)]) : Buffer.from([1, ...numbers])
}

/** Reads so many bytes and leaves the rest for whoever comes after. */
function reader(socket: Socket): (length: number) => Promise<Buffer> {
  return (length) =>
    new Promise((resolve, reject) => {
      const closed = (): void => reject(new Error('it closed the connection'))
      const look = (): void => {
        const bytes: Buffer | null = length === 0 ? Buffer.alloc(0) : socket.read(length)
        if (bytes === null) return
        socket.off('readable', look).off('error', reject).off('close', closed)
        resolve(bytes)
      }
      socket.on('readable', look).on('error', reject).on('close', closed)
      look()
    })
}
