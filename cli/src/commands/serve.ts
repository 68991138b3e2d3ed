import { startControlPlane } from '@reeve/apiserver'
import { jsonLogger, ReeveError, realClock, realRandom } from '@reeve/ground'
import { type Ledger, openEtcdLedger, openMemoryLedger, openSqliteLedger } from '@reeve/ledger'
import { DataFolder } from '../data-folder.ts'

export interface ServeOptions {
  readonly data: string
  readonly listen: string
  readonly ledger: string
}

/** An option that cannot be understood. */
class BadOptionError extends ReeveError {
  readonly code = 'CLI_BAD_OPTION'
}

/** Serves until interrupted. */
export async function serve(options: ServeOptions): Promise<void> {
  const started = performance.now()
  const { host, port } = addressOf(options.listen)
  const folder = new DataFolder(options.data)
  await folder.make()
  const logger = jsonLogger({
    clock: realClock,
    level: 'warn',
    write: (line) => void process.stderr.write(line),
  })
  const ledger = await openLedger(options.ledger, folder)
  const identity = await folder.identity(host, { clock: realClock, random: realRandom })
  const plane = await startControlPlane({ ledger, logger, rootCa: identity.authority.cert })
  const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }
  const users = { [identity.adminToken]: admin }
  const { url } = await plane.listen({ host, port, tls: identity.server, users }).catch(async (error) => {
    await plane.close()
    await ledger.close()
    throw error
  })
  await folder.writeKubeconfig(url, identity)
  say(`serving ${url} after ${Math.round(performance.now() - started)} ms, data in ${folder.path}`)
  say(`\n  export KUBECONFIG=${folder.kubeconfig}\n  kubectl get namespaces\n`)
  await interrupted()
  await plane.close()
  await ledger.close()
}

function openLedger(where: string, folder: DataFolder): Promise<Ledger> | Ledger {
  if (where === 'sqlite') return openSqliteLedger(folder.ledger)
  if (where === 'memory') return openMemoryLedger()
  if (where.startsWith('etcd://')) {
    const endpoints = where.slice('etcd://'.length).split(',')
    return openEtcdLedger({ endpoints: endpoints.map((endpoint) => `http://${endpoint}`) })
  }
  throw new BadOptionError(
    `cannot use ledger "${where}": expected sqlite, memory or etcd://host:port[,host:port…]`,
  )
}

function addressOf(text: string): { readonly host: string; readonly port: number } {
  const [, host, port] = /^\[?([^\]]*?)\]?:(\d{1,5})$/.exec(text) ?? []
  if (host === undefined || host === '' || Number(port) > 65_535) {
    throw new BadOptionError(`cannot listen on "${text}": expected host:port, such as 127.0.0.1:6443`)
  }
  return { host, port: Number(port) }
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
