import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut. */
export interface CutProxy extends AsyncDisposable {
  readonly url: string
  /** Ends every connection that is open, without a word. */
  cut(): void
}

/** Passes bytes on to the server at `url`; TLS goes through as it is. */
export async function startCutProxy(url: string): Promise<CutProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket
        .on('error', () => other.destroy())
        .on('close', () => {
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
    cut,
    [Symbol.asyncDispose]: async () => {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
