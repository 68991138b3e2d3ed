import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '@reeve/ground'
import { writeBusyboxTar } from './busybox-image.ts'
import { debianTool } from './debian-tools.ts'
import { ToolMissing } from './errors.ts'
import { httpGet } from './http-get.ts'
import { writePodmanConfig } from './podman-config.ts'
import { END_NAMESPACES, inNamespaces, type Link, linkNamespaces } from './podman-namespaces.ts'
import { runCommand } from './run-command.ts'
import { type Patience, ServerProcess } from './server-process.ts'

export interface PodmanOptions extends Patience {
  /** How much the service logs. Default: `info`, which includes every request. */
  readonly logLevel?: 'debug' | 'info' | 'warn' | 'error'
}

/** A real Podman with storage, processes and networks of its own, ready on its socket when this resolves. */
export async function startPodman(options: PodmanOptions = {}): Promise<PodmanServer> {
  const podman = await podmanCommand()
  const directory = await mkdtemp(join(tmpdir(), 'reeve-podman-'))
  try {
    const config = { ...(await writePodmanConfig(directory)), PATH: process.env.PATH }
    const socket = join(directory, 'podman.sock')
    const server = await launch(podman, { directory, socket, config }, options)
    const init = (await readFile(join(directory, 'init.pid'), 'utf8')).trim()
    const link = await linkNamespaces(init)
    const { Version } = JSON.parse((await ask(socket, '/version')).body) as { Version: string }
    const env = { ...config, CONTAINER_HOST: `unix://${socket}` }
    return new PodmanServer(
      { podman, directory, socket, env, ...link, version: Version, pid: Number(init) },
      server,
    )
  } catch (cause) {
    await removeAll(directory)
    throw cause
  }
}

/** Runs one container on a network, which shows what no version does: whether this kernel lets Podman. */
export async function preparePodman(): Promise<string> {
  await podmanCommand()
  try {
    await using server = await startPodman()
    await server.run(['run', '--rm', await server.image(), 'true'])
    return server.version
  } catch (cause) {
    throw new ToolMissing(`cannot run a container with Podman on this machine: ${messageOf(cause)}`, {
      cause,
    })
  }
}

async function podmanCommand(): Promise<string> {
  if (process.platform !== 'linux') throw new ToolMissing('cannot use podman: it needs Linux')
  const podman = await debianTool('podman')
  if (process.getuid?.() !== 0) throw new ToolMissing('cannot use podman: run the tests as root')
  return podman
}

interface Place {
  readonly directory: string
  readonly socket: string
  readonly config: NodeJS.ProcessEnv
}

function launch(podman: string, place: Place, options: PodmanOptions): Promise<ServerProcess> {
  const { directory, socket, config } = place
  const service = ['system', 'service', '--time=0', `unix://${socket}`]
  return ServerProcess.start(
    {
      name: 'podman',
      command: inNamespaces(directory, [podman, `--log-level=${options.logLevel ?? 'info'}`, ...service]),
      logFile: join(directory, 'podman.log'),
      directory,
      cleanup: END_NAMESPACES,
      env: { ...config, TMPDIR: join(directory, 'storage', 'tmp') },
      ready: async () => (await ask(socket, '/_ping')).body === 'OK',
    },
    options,
  )
}

function ask(socketPath: string, path: string) {
  return httpGet(`http://podman${path}`, { socketPath })
}

async function removeAll(directory: string): Promise<void> {
  await runCommand(['sh', '-c', END_NAMESPACES, 'cleanup', directory])
  await rm(directory, { recursive: true, force: true })
}

interface Access extends Link {
  readonly podman: string
  readonly directory: string
  readonly socket: string
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly pid: number
}

/** A running Podman. `await using` ends it, with every container, network and volume in it. */
export class PodmanServer implements AsyncDisposable {
  /** Path of the unix socket on which the libpod and Docker APIs answer. */
  readonly socket: string
  /** Such as `4.3.1`, as the service says; its API prefix is `/v4.3.1/libpod`. */
  readonly version: string
  /** Makes the podman command talk to this server. */
  readonly env: NodeJS.ProcessEnv
  /** Where published ports answer: the server's networks are its own, so not on 127.0.0.1. */
  readonly address: string
  /** Where containers reach what this process listens on. */
  readonly hostAddress: string
  /** Holds configuration and logs; goes on stop, and when this process dies. */
  readonly directory: string
  /** The first process of the server's namespaces; all others in them die with it. */
  readonly pid: number
  readonly #podman: string
  readonly #server: ServerProcess
  readonly #images = new Map<string, Promise<string>>()
  #lastLogs: string | undefined

  constructor(access: Access, server: ServerProcess) {
    this.socket = access.socket
    this.version = access.version
    this.env = access.env
    this.address = access.address
    this.hostAddress = access.hostAddress
    this.directory = access.directory
    this.pid = access.pid
    this.#podman = access.podman
    this.#server = server
  }

  /** Runs the podman command against this server and gives its standard output. */
  run(args: readonly string[]): Promise<string> {
    return runCommand([this.#podman, ...args], { env: this.env })
  }

  /** The reference of an image with a whole busybox in it, made at the first call with that name. */
  image(name = 'busybox:latest'): Promise<string> {
    const made = this.#images.get(name) ?? this.#makeImage(`localhost/${name}`)
    this.#images.set(name, made)
    return made
  }

  /** The last lines that the service logged, also after it stopped. */
  logs(): string {
    return this.#lastLogs ?? this.#server.logs()
  }

  /** Resolves when the service, its containers and its directory are gone; a second call does nothing. */
  async stop(): Promise<void> {
    if (this.#lastLogs !== undefined) return
    this.#lastLogs = this.#server.logs()
    await runCommand(['sh', '-c', END_NAMESPACES, 'cleanup', this.directory])
    await this.#server.exited
    await rm(this.directory, { recursive: true, force: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #makeImage(reference: string): Promise<string> {
    const tar = join(this.directory, `${reference.replaceAll(/\W/g, '-')}.tar`)
    await writeBusyboxTar(await debianTool('busybox'), tar)
    await this.run(['import', '--quiet', '--change=CMD ["sh"]', tar, reference])
    return reference
  }
}
