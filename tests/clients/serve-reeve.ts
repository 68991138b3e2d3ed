import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../cli/src/main.ts', import.meta.url))

/** How a client reaches a server, ours or a real one. */
export interface Access {
  readonly url: string
  readonly token: string
  /** Path of a kubeconfig for its administrator. */
  readonly kubeconfig: string
}

/** `reeve serve` as users start it: a process of its own, on SQLite, over HTTPS. `await using` ends it. */
export interface ServedReeve extends Access, AsyncDisposable {
  stop(): Promise<void>
  /** Kills it without a word, and starts it again on the same data and port. */
  crash(): Promise<void>
}

/** Starts one on a free port and a new folder, and resolves when it has said how to use it. */
export async function serveReeve(): Promise<ServedReeve> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-client-'))
  let child = await startServer(folder, '127.0.0.1:0')
  const kubeconfig = join(folder, 'kubeconfig')
  const config = JSON.parse(await readFile(kubeconfig, 'utf8'))
  const url = new URL(config.clusters[0].cluster.server)
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  const stop = async (): Promise<void> => {
    await end('SIGTERM')
    await rm(folder, { recursive: true })
  }
  return {
    crash: async () => {
      await end('SIGKILL')
      child = await startServer(folder, url.host)
    },
    url: config.clusters[0].cluster.server,
    token: config.users[0].user.token,
    kubeconfig,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

async function startServer(folder: string, listen: string): Promise<ChildProcess> {
  const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', listen]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await ready(child)
  return child
}

function ready(child: ChildProcess): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      said += data
      if (said.includes('kubectl get')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`cannot serve: it ended with code ${code}: ${said}`)))
  })
}
