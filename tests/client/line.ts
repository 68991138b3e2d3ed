import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut or fall silent. */
export interface Line extends AsyncDisposable {
  readonly url: string
  /** How many connections were made over it. */
  readonly made: number
  /** Ends every connection that is open, without a word. */
  cut(): void
  /** Passes nothing on over the connections that are open, which stay open; those that are made later work. */
  freeze(): void
}

/** Passes bytes on to the server at `url`; TLS goes through as it is. */
export async function startLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let made = 0
  const server = createServer((near) => {
    made += 1
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('data', (data) => void other.write(data))
      socket.on('end', () => other.end())
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('cannot listen: no port')
  const cut = (): void => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `https://127.0.0.1:${address.port}`,
    get made() {
      return made
    },
    cut,
    freeze: () => {
      for (const socket of open) socket.removeAllListeners('data').pause()
    },
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
