import { messageOf } from '@reeve/ground'

/** Where a connection was to go. */
export interface Peer {
  readonly host: string
  readonly port: number
}

const UNKNOWN_AUTHORITY = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])

const DIALLING: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect: connection refused',
  EHOSTUNREACH: 'connect: no route to host',
  ENETUNREACH: 'connect: network is unreachable',
  ETIMEDOUT: 'i/o timeout',
  EADDRNOTAVAIL: 'connect: cannot assign requested address',
}

/** A failed connection in the words of Go's network library, which operators look for. */
export function networkFailure(error: unknown, peer: Peer): string {
  const cause = firstOf(error)
  const code = codeOf(cause)
  const address = peer.host.includes(':') ? `[${peer.host}]:${peer.port}` : `${peer.host}:${peer.port}`
  if (UNKNOWN_AUTHORITY.has(code)) return unverified('certificate signed by unknown authority')
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return unverified('certificate has expired or is not yet valid')
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return unverified(otherNames(cause))
  if (code === 'ENOTFOUND') return `dial tcp: lookup ${peer.host}: no such host`
  if (code === 'EAI_AGAIN') return `dial tcp: lookup ${peer.host}: server misbehaving`
  const dialling = DIALLING[code]
  if (dialling !== undefined) return `dial tcp ${address}: ${dialling}`
  if (code === 'ECONNRESET') return 'EOF'
  if (code === 'EPIPE') return 'write: broken pipe'
  if (messageOf(cause).includes('wrong version number'))
    return 'http: server gave HTTP response to HTTPS client'
  return messageOf(cause)
}

function unverified(why: string): string {
  return `tls: failed to verify certificate: x509: ${why}`
}

/** Several addresses of one host fail together; the first says enough. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function otherNames(error: unknown): string {
  const { host = '', cert } = error as { host?: string; cert?: { subjectaltname?: string } }
  const kind = /^[\d.]+$|:/.test(host) ? 'IP Address:' : 'DNS:'
  const all = (cert?.subjectaltname ?? '').split(', ')
  const names = all.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length))
  if (names.length === 0 && kind !== 'DNS:') {
    return `cannot validate certificate for ${host} because it doesn't contain any IP SANs`
  }
  if (names.length === 0) return `certificate is not valid for any names, but wanted to match ${host}`
  return `certificate is valid for ${names.join(', ')}, not ${host}`
}
