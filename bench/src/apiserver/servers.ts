import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startKubernetes } from '@reeve/test-servers'

const MAIN = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url))

/** A server to measure, in processes of its own. */
export interface Measured {
  /** Milliseconds from the start of its processes to the first answer that it is ready. */
  readonly readyMs: number
  /** Resident memory of all its processes, in MiB. */
  memory(): Promise<number>
  send(method: string, path: string, body?: unknown): Promise<string>
  dispose(): Promise<void>
}

/** Ours as people run it: TLS, SQLite, every write synced. */
export async function reeveServer(): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-bench-'))
  const start = performance.now()
  const args = ['--conditions=source', MAIN, 'serve', '--data', folder, '--listen', '127.0.0.1:0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await saidServing(child)
  const config = JSON.parse(await readFile(join(folder, 'kubeconfig'), 'utf8'))
  const send = sender(config.clusters[0].cluster.server, config.users[0].user.token)
  await send('GET', '/readyz')
  const readyMs = performance.now() - start
  return {
    readyMs,
    memory: () => residentOf([child.pid ?? 0]),
    send,
    dispose: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(folder, { recursive: true })
    },
  }
}

/** kube-apiserver on etcd, both over TLS or loopback as in the tests, etcd syncing as it does by default. */
export async function kubernetesServer(): Promise<Measured> {
  const start = performance.now()
  const kubernetes = await startKubernetes({})
  const readyMs = performance.now() - start
  return {
    readyMs,
    memory: () => residentOf([kubernetes.apiserver.pid, kubernetes.etcd.pid]),
    send: sender(kubernetes.url, kubernetes.token),
    dispose: () => kubernetes.stop(),
  }
}

function saidServing(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (data) => {
      said += data
      if (said.includes('serving')) resolve()
    })
    child.once('exit', () => reject(new Error('reeve serve ended by itself')))
  })
}

function sender(url: string, token: string): Measured['send'] {
  const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 64 })
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers = {
        authorization: `Bearer ${token}`,
        ...(text !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        }),
      }
      const sent = request(url + path, { method, headers, agent }, (response) => {
        let content = ''
        response.setEncoding('utf8').on('data', (data: string) => {
          content += data
        })
        response.once('end', () => {
          if ((response.statusCode ?? 500) < 300) resolve(content)
          else reject(new Error(`cannot ${method} ${path}: ${content}`))
        })
      })
      sent.once('error', reject)
      sent.end(text)
    })
}

async function residentOf(pids: readonly number[]): Promise<number> {
  const sizes = pids.map(async (pid) => {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? Number.NaN) / 1_024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
