import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Certified, makeCertificate } from '@reeve/apiserver'
import { type Clock, type Random, ReeveError } from '@reeve/ground'

const YEAR_MS = 365 * 24 * 3_600_000
const AUTHORITY = 'reeve-ca'

/** What a server needs to be reached and trusted, made once and kept. */
export interface Identity {
  readonly authority: Certified
  readonly server: Certified
  readonly adminToken: string
}

/** The folder was never served from. */
export class NotServedError extends ReeveError {
  readonly code = 'CLI_NOT_SERVED'
  constructor(folder: string) {
    super(`cannot find a kubeconfig in ${folder}: no server has run there`, {
      hint: `reeve serve --data ${folder}`,
    })
  }
}

/** Where a server keeps its things; only its owner may read them. */
export class DataFolder {
  readonly path: string

  constructor(path: string) {
    this.path = resolve(path)
  }

  get ledger(): string {
    return join(this.path, 'ledger.db')
  }

  get kubeconfig(): string {
    return join(this.path, 'kubeconfig')
  }

  async make(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
    await chmod(this.path, 0o700)
  }

  /** Certificates and the admin's token: those of last time, or new ones. */
  async identity(
    host: string,
    options: { readonly clock: Clock; readonly random: Random },
  ): Promise<Identity> {
    const kept = await this.#read('identity.json')
    const known = kept === undefined ? undefined : (JSON.parse(kept) as Identity & { readonly host: string })
    if (known?.host === host) return known
    const made = { host, ...newIdentity(host, options, known) }
    await this.#write('identity.json', JSON.stringify(made))
    return made
  }

  /** For the owner alone: it holds the token that opens everything. */
  async writeKubeconfig(url: string, { authority, adminToken }: Identity): Promise<void> {
    const cluster = {
      server: url,
      'certificate-authority-data': Buffer.from(authority.cert).toString('base64'),
    }
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'reeve', cluster }],
      users: [{ name: 'admin', user: { token: adminToken } }],
      contexts: [{ name: 'reeve', context: { cluster: 'reeve', user: 'admin', namespace: 'default' } }],
      'current-context': 'reeve',
    }
    await this.#write('kubeconfig', `${JSON.stringify(config, undefined, 2)}\n`)
  }

  checkServed(): void {
    if (!existsSync(this.kubeconfig)) throw new NotServedError(this.path)
  }

  #read(name: string): Promise<string | undefined> {
    return readFile(join(this.path, name), 'utf8').catch(() => undefined)
  }

  async #write(name: string, text: string): Promise<void> {
    const path = join(this.path, name)
    await writeFile(`${path}.new`, text, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}

function newIdentity(
  host: string,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  known: Identity | undefined,
): Identity {
  const now = clock.now()
  const times = { notBefore: now - 60_000, notAfter: now + 10 * YEAR_MS }
  const serial = (): Uint8Array => random.bytes(16)
  const authority =
    known?.authority ??
    makeCertificate({ commonName: AUTHORITY, use: 'authority', serial: serial(), ...times })
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', 'kubernetes.default.svc', host])].filter(
    (name) => name !== '' && (isIP(name) === 0 || !['0.0.0.0', '::'].includes(name)),
  )
  const issuer = { ...authority, commonName: AUTHORITY }
  const server = makeCertificate({
    commonName: 'reeve',
    use: 'server',
    hosts,
    issuer,
    serial: serial(),
    ...times,
  })
  const adminToken = known?.adminToken ?? Buffer.from(random.bytes(32)).toString('base64url')
  return { authority, server, adminToken }
}
