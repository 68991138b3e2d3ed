import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Certified, makeCertificate, makeSigningKey } from '@reeve/apiserver'
import { type Clock, messageOf, type Random } from '@reeve/ground'
import { FileError, NotServedError } from './errors.ts'
import { kubeconfigOf } from './kubeconfig-of.ts'

const DAY_MS = 24 * 3_600_000
const YEAR_MS = 365 * DAY_MS
const AUTHORITY = 'reeve-ca'

/** What a server needs to be reached and trusted, made once and kept. */
export interface Identity {
  readonly authority: Certified
  readonly server: Certified
  readonly adminToken: string
  /** Signs the tokens of service accounts, as PEM. */
  readonly signingKey: string
}

export interface ClientOptions {
  readonly name: string
  readonly groups: readonly string[]
  /** For how long the certificate is good. */
  readonly days: number
  readonly clock: Clock
  readonly random: Random
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
    try {
      await mkdir(this.path, { recursive: true, mode: 0o700 })
      await chmod(this.path, 0o700)
    } catch (cause) {
      throw new FileError(`cannot make data folder ${this.path}: ${messageOf(cause)}`, { cause })
    }
  }

  /** Certificates and the admin's token: those of last time, or a new server certificate where its names changed. */
  async identity(
    names: readonly string[],
    options: { readonly clock: Clock; readonly random: Random },
  ): Promise<Identity> {
    const host = names.join(',')
    const known = (await this.#keptIdentity()) as (Identity & { readonly host: string }) | undefined
    if (known?.host === host && known.signingKey !== undefined) return known
    const made = { host, ...newIdentity(names, options, known) }
    await this.#write('identity.json', JSON.stringify(made))
    return made
  }

  /** Certificates and tokens as they are kept, to be put into a backup. */
  async keptIdentity(): Promise<unknown> {
    const kept = await this.#keptIdentity()
    if (kept === undefined) {
      throw new FileError(`cannot find certificates in ${this.path}: no server has run there`, {
        hint: 'leave out --with-identity',
      })
    }
    return kept
  }

  /** For the owner alone: it holds the token that opens everything. */
  async writeKubeconfig(url: string, { authority, adminToken }: Identity): Promise<void> {
    const user = { name: 'admin', credentials: { token: adminToken } }
    await this.#write('kubeconfig', kubeconfigOf({ url, authority: authority.cert, user }))
  }

  /** A kubeconfig for another user, who is known by a certificate of this folder's authority. */
  async kubeconfigFor(user: ClientOptions): Promise<string> {
    this.checkServed()
    const { authority } = (await this.keptIdentity()) as Identity
    const { clusters } = JSON.parse((await this.#read('kubeconfig')) ?? '{}')
    const now = user.clock.now()
    const { cert, key } = makeCertificate({
      commonName: user.name,
      organizations: user.groups,
      use: 'client',
      issuer: { ...authority, commonName: AUTHORITY },
      serial: user.random.bytes(16),
      notBefore: now - 60_000,
      notAfter: now + user.days * DAY_MS,
    })
    const credentials = {
      'client-certificate-data': Buffer.from(cert).toString('base64'),
      'client-key-data': Buffer.from(key).toString('base64'),
    }
    const url: string = clusters[0].cluster.server
    return kubeconfigOf({ url, authority: authority.cert, user: { name: user.name, credentials } })
  }

  checkServed(): void {
    if (!existsSync(this.kubeconfig)) throw new NotServedError(this.path)
  }

  async #keptIdentity(): Promise<unknown> {
    const kept = await this.#read('identity.json')
    try {
      return kept === undefined ? undefined : JSON.parse(kept)
    } catch (cause) {
      throw new FileError(`cannot read ${join(this.path, 'identity.json')}: it is damaged`, {
        cause,
        hint: 'put back a copy of it, or move it away: then new certificates are made and old kubeconfigs do not work',
      })
    }
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
  names: readonly string[],
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  known: Identity | undefined,
): Identity {
  const now = clock.now()
  const times = { notBefore: now - 60_000, notAfter: now + 10 * YEAR_MS }
  const serial = (): Uint8Array => random.bytes(16)
  const authority =
    known?.authority ??
    makeCertificate({ commonName: AUTHORITY, use: 'authority', serial: serial(), ...times })
  const hosts = [...new Set(['localhost', '127.0.0.1', '::1', 'kubernetes.default.svc', ...names])].filter(
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
  const signingKey = known?.signingKey ?? makeSigningKey()
  return { authority, server, adminToken, signingKey }
}
