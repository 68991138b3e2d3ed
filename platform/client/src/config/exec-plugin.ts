import { type Clock, messageOf } from '@reeve/ground'
import { CredentialError } from '../errors/errors.ts'
import type { ClientCertificate } from '../http/endpoint.ts'
import type { Environment } from './environment.ts'
import type { ClusterEntry, ExecEntry } from './kubeconfig.ts'

/** What a plugin gave: a token, a certificate, or both. */
export interface ExecCredential {
  readonly token?: string
  readonly certificate?: ClientCertificate
}

export interface ExecPluginOptions {
  readonly clock: Clock
  readonly env: Environment
  /** Told to the plugin if it is to know. */
  readonly cluster: ClusterEntry
  /** How long it may take. Default: 60,000. */
  readonly timeoutMs?: number
}

/** What was given is used until shortly before it ends. */
const LEEWAY_MS = 5_000
/** A credential that is no older than this was not the one that the server refused. */
const FRESH_MS = 2_000
const GROUP = 'client.authentication.k8s.io/'

interface Held {
  readonly credential: ExecCredential
  readonly expires: number
  readonly since: number
}

/** Asks a program for credentials, as kubectl does; what it gave is kept until it ends or is refused. */
export class ExecPlugin {
  readonly #entry: ExecEntry
  readonly #options: ExecPluginOptions
  #held: Held | undefined
  #asking: Promise<Held> | undefined

  constructor(entry: ExecEntry, options: ExecPluginOptions) {
    this.#entry = entry
    this.#options = options
  }

  /** Runs the program only if there is need; whoever asks meanwhile gets the same. */
  async credential(): Promise<ExecCredential> {
    const { clock } = this.#options
    if (this.#held !== undefined && clock.now() < this.#held.expires - LEEWAY_MS) return this.#held.credential
    this.#asking ??= this.#ask()
      .then((held) => {
        this.#held = held
        return held
      })
      .finally(() => {
        this.#asking = undefined
      })
    return (await this.#asking).credential
  }

  /** What was given is not believed: the next asks anew. */
  renew(): void {
    const fresh = this.#options.clock.monotonic() - (this.#held?.since ?? 0) < FRESH_MS
    if (!fresh) this.#held = undefined
  }

  async #ask(): Promise<Held> {
    const { clock } = this.#options
    const since = clock.monotonic()
    const text = await this.#run()
    const { command } = this.#entry
    const { status, apiVersion } = answerOf(text, command)
    if (status === undefined || apiVersion !== this.#version) {
      const hint = `it has to print an ExecCredential of ${this.#version} with a status`
      throw new CredentialError(`use what ${command} printed`, { hint })
    }
    const { token, clientCertificateData: cert, clientKeyData: key, expirationTimestamp } = status
    const certificate = cert !== undefined && key !== undefined ? { certificate: { cert, key } } : {}
    if (token === undefined && cert === undefined) {
      throw new CredentialError(`use what ${command} printed`, {
        hint: 'it names no token and no certificate',
      })
    }
    const expires =
      expirationTimestamp === undefined ? Number.POSITIVE_INFINITY : Date.parse(expirationTimestamp)
    return { credential: { ...(token !== undefined && { token }), ...certificate }, expires, since }
  }

  get #version(): string {
    const { apiVersion = `${GROUP}v1` } = this.#entry
    return apiVersion
  }

  async #run(): Promise<string> {
    const { command, args, env: more, installHint } = this.#entry
    const { execFile } = await import('node:child_process')
    const added = Object.fromEntries((more ?? []).map(({ name, value }) => [name, value]))
    const env = { ...this.#options.env, ...added, KUBERNETES_EXEC_INFO: this.#info() }
    const stopping = new AbortController()
    const { clock, timeoutMs = 60_000 } = this.#options
    const timer = clock.after(timeoutMs, () => stopping.abort())
    try {
      return await new Promise<string>((resolve, reject) => {
        const options = { env, signal: stopping.signal, maxBuffer: 4 * 1024 * 1024 }
        const child = execFile(command, [...(args ?? [])], options, (error, stdout, stderr) => {
          if (error === null) return resolve(stdout)
          const said = stderr.trim() === '' ? messageOf(error) : `${messageOf(error)}: ${stderr.trim()}`
          reject(new Error(stopping.signal.aborted ? `it took longer than ${timeoutMs} ms` : said))
        })
        child.stdin?.end()
      })
    } catch (cause) {
      const hint = installHint === undefined || installHint === '' ? {} : { hint: installHint }
      throw new CredentialError(`get credentials from ${command}`, { cause, retryable: true, ...hint })
    } finally {
      timer.cancel()
    }
  }

  /** What the program is told of what it is asked for. */
  #info(): string {
    const { provideClusterInfo } = this.#entry
    const { cluster } = this.#options
    const config = cluster.extensions?.find(({ name }) => name === `${GROUP}exec`)?.extension
    const told = {
      server: cluster.server,
      'tls-server-name': cluster['tls-server-name'],
      'insecure-skip-tls-verify': cluster['insecure-skip-tls-verify'],
      'certificate-authority-data': cluster['certificate-authority-data'],
      'proxy-url': cluster['proxy-url'],
      config,
    }
    return JSON.stringify({
      apiVersion: this.#version,
      kind: 'ExecCredential',
      spec: { interactive: false, ...(provideClusterInfo === true && { cluster: told }) },
    })
  }
}

interface PluginAnswer {
  readonly apiVersion?: string
  readonly status?: {
    readonly token?: string
    readonly clientCertificateData?: string
    readonly clientKeyData?: string
    readonly expirationTimestamp?: string
  }
}

function answerOf(text: string, command: string): PluginAnswer {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new CredentialError(`read what ${command} printed`, { cause })
  }
}
