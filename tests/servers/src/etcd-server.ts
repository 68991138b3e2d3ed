import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Certificates } from './certificates.ts'
import { ServerNotReady } from './errors.ts'
import { freePorts } from './free-ports.ts'
import { goTool } from './go-tools.ts'
import { type GetOptions, httpGet } from './http-get.ts'
import { runCommand } from './run-command.ts'
import { type Patience, ServerProcess } from './server-process.ts'

export interface EtcdOptions extends Patience {
  /** Where the data is kept; left alone on stop. Default: a temporary directory that goes on stop. */
  readonly dataDir?: string
  /** Serve TLS with these. Default: plain HTTP. */
  readonly tls?: Certificates
  /** Ask clients for a certificate of the same authority; needs `tls`. Default: false. */
  readonly clientCertificates?: boolean
  /** Trade durability for speed. Default: false, every commit is fsynced. */
  readonly unsafeNoFsync?: boolean
  readonly extraArgs?: readonly string[]
}

const ATTEMPTS = 5

/** A real etcd of one member on free loopback ports, ready when this resolves. */
export async function startEtcd(options: EtcdOptions = {}): Promise<EtcdServer> {
  const binary = await goTool('etcd')
  const version = await etcdVersion(binary)
  const directory = await mkdtemp(join(tmpdir(), 'reeve-etcd-'))
  try {
    for (let attempt = 1; ; attempt++) {
      const [client = 0, peer = 0] = await freePorts(2)
      try {
        const running = await launch(binary, { directory, client, peer }, options)
        return new EtcdServer(running, version, directory)
      } catch (cause) {
        const tryAgain = cause instanceof ServerNotReady && cause.portTaken && attempt < ATTEMPTS
        if (!tryAgain) throw cause
      }
    }
  } catch (cause) {
    await rm(directory, { recursive: true, force: true })
    throw cause
  }
}

/** What `etcd --version` says, such as `3.6.5`. */
export async function etcdVersion(binary: string): Promise<string> {
  const text = await runCommand([binary, '--version'])
  return /etcd Version: (\S+)/.exec(text)?.[1] ?? 'unknown'
}

interface Place {
  readonly directory: string
  readonly client: number
  readonly peer: number
}

interface Running {
  readonly endpoint: string
  readonly dataDir: string
  readonly server: ServerProcess
}

async function launch(binary: string, place: Place, options: EtcdOptions): Promise<Running> {
  const { tls } = options
  const endpoint = `${tls ? 'https' : 'http'}://127.0.0.1:${place.client}`
  const dataDir = options.dataDir ?? join(place.directory, 'data')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const trust = tls ? clientTrust(tls) : {}
  const server = await ServerProcess.start(
    {
      name: 'etcd',
      command: [binary, ...etcdArgs(endpoint, `http://127.0.0.1:${place.peer}`, { ...options, dataDir })],
      logFile: join(place.directory, 'etcd.log'),
      directory: place.directory,
      ready: async () => (await httpGet(`${endpoint}/health`, trust)).body.includes('"health":"true"'),
    },
    options,
  )
  return { endpoint, dataDir, server }
}

function etcdArgs(endpoint: string, peer: string, options: EtcdOptions & { dataDir: string }): string[] {
  const { tls } = options
  const secure = tls ? [`--cert-file=${tls.serverCert}`, `--key-file=${tls.serverKey}`] : []
  const known = tls && options.clientCertificates ? ['--client-cert-auth', `--trusted-ca-file=${tls.ca}`] : []
  return [
    '--name=default',
    `--data-dir=${options.dataDir}`,
    `--listen-client-urls=${endpoint}`,
    `--advertise-client-urls=${endpoint}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    ...(options.unsafeNoFsync ? ['--unsafe-no-fsync'] : []),
    ...secure,
    ...known,
    ...(options.extraArgs ?? []),
  ]
}

function clientTrust(tls: Certificates): GetOptions {
  const read = (file: string): string => readFileSync(file, 'utf8')
  return { ca: read(tls.ca), cert: read(tls.clientCert), key: read(tls.clientKey) }
}

/** A running etcd. `await using` stops it. */
export class EtcdServer implements AsyncDisposable {
  /** Such as `http://127.0.0.1:40123`; stays the same over restarts. */
  readonly endpoint: string
  readonly version: string
  readonly dataDir: string
  /** Holds logs and, by default, the data; goes on stop, and when this process dies. */
  readonly directory: string
  readonly #server: ServerProcess
  #lastLogs: string | undefined

  constructor(running: Running, version: string, directory: string) {
    this.endpoint = running.endpoint
    this.dataDir = running.dataDir
    this.version = version
    this.#server = running.server
    this.directory = directory
  }

  get pid(): number {
    return this.#server.pid
  }

  /** The last lines that etcd logged, also after it stopped. */
  logs(): string {
    return this.#lastLogs ?? this.#server.logs()
  }

  /** Sends a signal and waits for nothing: SIGKILL for a crash, SIGSTOP and SIGCONT for a stall. */
  kill(signal: NodeJS.Signals): void {
    this.#server.kill(signal)
  }

  /** Stops it if it still runs and starts it on the same data and ports; resolves when it is ready. */
  restart(): Promise<void> {
    return this.#server.restart()
  }

  /** Resolves when etcd is gone and its temporary directory with it; a second call does nothing. */
  async stop(): Promise<void> {
    if (this.#lastLogs !== undefined) return
    await this.#server.stop()
    this.#lastLogs = this.#server.logs()
    await rm(this.directory, { recursive: true, force: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
