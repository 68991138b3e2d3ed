import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'
import { bits, context, integer, octets, oid, sequence, setOf, time, truth, utf8 } from './der.ts'

/** A certificate and its key, as PEM. */
export interface Certified {
  readonly cert: string
  readonly key: string
}

export interface CertificateOptions {
  /** Becomes the user's name where it is a client's. */
  readonly commonName: string
  /** Become the user's groups. */
  readonly organizations?: readonly string[]
  /** Host names and addresses that a server answers under. */
  readonly hosts?: readonly string[]
  readonly use: 'authority' | 'server' | 'client'
  /** Who signs; none for one that signs itself. */
  readonly issuer?: Certified & { readonly commonName: string }
  readonly notBefore: number
  readonly notAfter: number
  /** Sixteen bytes that no other certificate of the issuer has. */
  readonly serial: Uint8Array
}

const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))
const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const DIGITAL_SIGNATURE = Buffer.from([0x80])
const SIGNS_OTHERS = Buffer.from([0x06])

/** Makes a key on P-256 and a certificate for it. */
export function makeCertificate(options: CertificateOptions): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { issuer } = options
  const body = sequence(
    context(0, integer(Buffer.from([2]))),
    integer(options.serial),
    ECDSA_SHA256,
    nameOf(issuer?.commonName ?? options.commonName, issuer ? [] : (options.organizations ?? [])),
    sequence(time(options.notBefore), time(options.notAfter)),
    nameOf(options.commonName, options.organizations ?? []),
    createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
      type: 'spki',
      format: 'der',
    }),
    context(3, extensions(options)),
  )
  const signer: KeyObject | string = issuer?.key ?? privateKey
  const signature = sign('sha256', body, signer)
  const cert = pem('CERTIFICATE', sequence(body, ECDSA_SHA256, bits(signature)))
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

function nameOf(commonName: string, organizations: readonly string[]): Buffer {
  const part = (type: string, value: string): Buffer => setOf(sequence(oid(type), utf8(value)))
  return sequence(...organizations.map((name) => part(ORGANIZATION, name)), part(COMMON_NAME, commonName))
}

function extensions({ use, hosts = [] }: CertificateOptions): Buffer {
  const critical = (id: string, value: Uint8Array): Buffer => sequence(oid(id), truth(), octets(value))
  const plain = (id: string, value: Uint8Array): Buffer => sequence(oid(id), octets(value))
  if (use === 'authority') {
    return sequence(critical('2.5.29.19', sequence(truth())), critical('2.5.29.15', bits(SIGNS_OTHERS, 1)))
  }
  const purpose = use === 'server' ? '1.3.6.1.5.5.7.3.1' : '1.3.6.1.5.5.7.3.2'
  const names = hosts.map((host) =>
    isIP(host) ? context(7, addressOf(host), false) : context(2, Buffer.from(host), false),
  )
  return sequence(
    critical('2.5.29.15', bits(DIGITAL_SIGNATURE, 7)),
    plain('2.5.29.37', sequence(oid(purpose))),
    ...(names.length > 0 ? [plain('2.5.29.17', sequence(...names))] : []),
  )
}

function addressOf(host: string): Buffer {
  if (isIP(host) === 4) return Buffer.from(host.split('.').map(Number))
  const [head = '', tail] = host.split('::')
  const words = (text: string | undefined): string[] => (text ? text.split(':') : [])
  const missing = 8 - words(head).length - words(tail).length
  const all = tail === undefined ? words(head) : [...words(head), ...Array(missing).fill('0'), ...words(tail)]
  return Buffer.from(all.map((word) => word.padStart(4, '0')).join(''), 'hex')
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
