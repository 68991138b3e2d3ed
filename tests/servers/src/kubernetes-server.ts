import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ServerNotReady } from './errors.ts'
import { type EtcdServer, startEtcd } from './etcd-server.ts'
import { freePorts } from './free-ports.ts'
import { goTool } from './go-tools.ts'
import { httpGet } from './http-get.ts'
import { type Patience, ServerProcess } from './server-process.ts'

export interface KubernetesOptions extends Patience {
  /** Further flags for kube-apiserver. */
  readonly apiserverArgs?: readonly string[]
}

const ATTEMPTS = 5

/** A real control plane on free loopback ports: etcd, kube-apiserver, kube-controller-manager; no kubelet, no scheduler. */
export async function startKubernetes(options: KubernetesOptions = {}): Promise<KubernetesServer> {
  const apiserver = await goTool('kube-apiserver')
  const controllers = await goTool('kube-controller-manager')
  await using stack = new AsyncDisposableStack()
  // Nothing here outlives the test, so there is nothing for fsync to save.
  const etcd = stack.use(await startEtcd({ ...options, unsafeNoFsync: true }))
  const { directory } = etcd
  const credentials = await writeCredentials(directory)
  const api = await onFreePort(async (port) => {
    const place = { directory, port, etcd, credentials }
    const server = await ServerProcess.start(apiserverCommand(apiserver, place, options), options)
    return { server, url: `https://127.0.0.1:${port}` }
  })
  stack.defer(async () => void (await api.server.stop()))
  const kubeconfig = join(directory, 'kubeconfig.json')
  await writeFile(kubeconfig, kubeconfigOf(api.url, credentials.token), { mode: 0o600 })
  const manager = await onFreePort((port) => {
    const place = { directory, port, credentials, kubeconfig }
    return ServerProcess.start(controllersCommand(controllers, place), options)
  })
  stack.defer(async () => void (await manager.stop()))
  const { body } = await httpGet(`${api.url}/version`, { token: credentials.token })
  const { gitVersion } = JSON.parse(body) as { gitVersion: string }
  const version = gitVersion.replace(/^v/, '')
  const processes = { etcd, apiserver: api.server, controllers: manager }
  return new KubernetesServer(
    { url: api.url, token: credentials.token, kubeconfig, version },
    processes,
    stack.move(),
  )
}

async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const [port = 0] = await freePorts(1)
    try {
      return await start(port)
    } catch (cause) {
      if (!(cause instanceof ServerNotReady && cause.portTaken && attempt < ATTEMPTS)) throw cause
    }
  }
}

interface Credentials {
  readonly token: string
  readonly tokenFile: string
  readonly serviceAccountKey: string
}

async function writeCredentials(directory: string): Promise<Credentials> {
  const token = randomBytes(16).toString('hex')
  const tokenFile = join(directory, 'tokens.csv')
  await writeFile(tokenFile, `${token},admin,admin,"system:masters"\n`, { mode: 0o600 })
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const serviceAccountKey = join(directory, 'service-account.key')
  await writeFile(serviceAccountKey, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })
  return { token, tokenFile, serviceAccountKey }
}

interface ApiserverPlace {
  readonly directory: string
  readonly port: number
  readonly etcd: EtcdServer
  readonly credentials: Credentials
}

function apiserverCommand(binary: string, place: ApiserverPlace, options: KubernetesOptions) {
  const { directory, port, etcd, credentials } = place
  const command = [
    binary,
    `--etcd-servers=${etcd.endpoint}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${join(directory, 'apiserver')}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${credentials.serviceAccountKey}`,
    `--service-account-signing-key-file=${credentials.serviceAccountKey}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    '--authorization-mode=RBAC',
    `--token-auth-file=${credentials.tokenFile}`,
    '--endpoint-reconciler-type=none',
    ...(options.apiserverArgs ?? []),
  ] as const
  const readyz = `https://127.0.0.1:${port}/readyz`
  return {
    name: 'kube-apiserver',
    command,
    logFile: join(directory, 'kube-apiserver.log'),
    directory,
    ready: async () => (await httpGet(readyz, { token: credentials.token })).body === 'ok',
  }
}

interface ControllersPlace {
  readonly directory: string
  readonly port: number
  readonly credentials: Credentials
  readonly kubeconfig: string
}

function controllersCommand(binary: string, place: ControllersPlace) {
  const { directory, port, credentials, kubeconfig } = place
  const command = [
    binary,
    `--kubeconfig=${kubeconfig}`,
    '--leader-elect=false',
    '--use-service-account-credentials=false',
    `--service-account-private-key-file=${credentials.serviceAccountKey}`,
    `--root-ca-file=${join(directory, 'apiserver', 'apiserver.crt')}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--controllers=*',
  ] as const
  return {
    name: 'kube-controller-manager',
    command,
    logFile: join(directory, 'kube-controller-manager.log'),
    directory,
    ready: async () => (await httpGet(`https://127.0.0.1:${port}/healthz`)).body === 'ok',
  }
}

/** JSON is YAML, so kubectl and every client take it as a kubeconfig. */
function kubeconfigOf(url: string, token: string): string {
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    clusters: [{ name: 'test', cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin' } }],
  }
  return `${JSON.stringify(config, undefined, 2)}\n`
}

interface Access {
  readonly url: string
  readonly token: string
  readonly kubeconfig: string
  readonly version: string
}

/** A running control plane. `await using` stops it. */
export class KubernetesServer implements AsyncDisposable {
  /** Such as `https://127.0.0.1:40123`; the certificate is self-signed. */
  readonly url: string
  /** Bearer token of a member of `system:masters`. */
  readonly token: string
  /** Path of a kubeconfig with both. */
  readonly kubeconfig: string
  /** Such as `1.34.2`. */
  readonly version: string
  readonly etcd: EtcdServer
  readonly apiserver: ServerProcess
  readonly controllers: ServerProcess
  readonly #stack: AsyncDisposableStack

  constructor(
    access: Access,
    processes: { etcd: EtcdServer; apiserver: ServerProcess; controllers: ServerProcess },
    stack: AsyncDisposableStack,
  ) {
    this.url = access.url
    this.token = access.token
    this.kubeconfig = access.kubeconfig
    this.version = access.version
    this.etcd = processes.etcd
    this.apiserver = processes.apiserver
    this.controllers = processes.controllers
    this.#stack = stack
  }

  /** Resolves when all three are gone and their temporary directory with them. */
  stop(): Promise<void> {
    return this.#stack.disposeAsync()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
