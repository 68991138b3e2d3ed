import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { GuardedProcess, goTool, startEtcd } from '@reeve/test-servers'
import { becomesReady, type MeasuredServer } from './servers.ts'

/**
 * kube-apiserver on an etcd that syncs every write, which the one for tests does not; and no controller manager, which
 * would take its share of the core.
 */
export async function startKubernetesStack(): Promise<MeasuredServer> {
  const binary = await goTool('kube-apiserver')
  await using stack = new AsyncDisposableStack()
  const token = randomBytes(16).toString('hex')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const port = await freePort()
  const start = performance.now()
  const etcd = stack.use(await startEtcd())
  const key = join(etcd.directory, 'service-account.key')
  const tokens = join(etcd.directory, 'tokens.csv')
  await writeFile(key, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  await writeFile(tokens, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 })
  const log = openSync(join(etcd.directory, 'kube-apiserver.log'), 'a')
  const place = { directory: etcd.directory, endpoint: etcd.endpoint, port, key, tokens }
  const server = new GuardedProcess([binary, ...argsFor(place)], { output: log, directory: etcd.directory })
  closeSync(log)
  stack.defer(async () => void (await server.stop()))
  const target = { url: `https://127.0.0.1:${port}`, token }
  await becomesReady(target, () => !server.running)
  const readyMs = performance.now() - start
  const running = stack.move()
  return { ...target, readyMs, pids: [server.pid, etcd.pid], stop: () => running.disposeAsync() }
}

interface Place {
  readonly directory: string
  readonly endpoint: string
  readonly port: number
  readonly key: string
  readonly tokens: string
}

function argsFor({ directory, endpoint, port, key, tokens }: Place): readonly string[] {
  return [
    `--etcd-servers=${endpoint}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(directory, 'apiserver')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    `--token-auth-file=${tokens}`,
    '--endpoint-reconciler-type=none',
  ]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
