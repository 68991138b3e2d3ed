import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the range from which systems take ports for outgoing connections, so none of those gets in between restarts. */
const [FIRST, LAST] = [20_000, 32_000]

/** Distinct loopback ports that nobody listens on right now; another process may still take one first. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (cause: NodeJS.ErrnoException) =>
      cause.code === 'EADDRINUSE' ? resolve(false) : reject(cause),
    )
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
