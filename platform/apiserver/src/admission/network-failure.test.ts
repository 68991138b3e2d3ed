import { describe, expect, it } from 'vitest'
import { networkFailure } from './network-failure.ts'

const PEER = { host: '10.0.0.1', port: 443 }
const error = (code: string, more: object = {}): Error =>
  Object.assign(new Error('raw words'), { code, ...more })

describe('networkFailure', () => {
  it.each([
    [error('ECONNREFUSED'), 'dial tcp 10.0.0.1:443: connect: connection refused'],
    [error('EHOSTUNREACH'), 'dial tcp 10.0.0.1:443: connect: no route to host'],
    [error('ENOTFOUND'), 'dial tcp: lookup 10.0.0.1: no such host'],
    [error('ECONNRESET'), 'EOF'],
    [
      error('SELF_SIGNED_CERT_IN_CHAIN'),
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    ],
    [
      error('CERT_HAS_EXPIRED'),
      'tls: failed to verify certificate: x509: certificate has expired or is not yet valid',
    ],
    [
      new AggregateError([error('ECONNREFUSED'), error('ENOTFOUND')]),
      'dial tcp 10.0.0.1:443: connect: connection refused',
    ],
    [error('ESOMETHING'), 'raw words'],
  ])('says it as Go would: %s', (given, words) => {
    expect(networkFailure(given, PEER)).toBe(words)
  })

  it('says which names a certificate is for', () => {
    const cert = { subjectaltname: 'DNS:a.example, DNS:b.example, IP Address:10.0.0.2' }
    const wrong = (host: string) =>
      networkFailure(error('ERR_TLS_CERT_ALTNAME_INVALID', { host, cert }), PEER)
    expect(wrong('c.example')).toContain('x509: certificate is valid for a.example, b.example, not c.example')
    expect(wrong('10.0.0.1')).toContain('x509: certificate is valid for 10.0.0.2, not 10.0.0.1')
  })

  it('puts addresses of version 6 in brackets', () => {
    const peer = { host: '::1', port: 1 }
    expect(networkFailure(error('ECONNREFUSED'), peer)).toBe('dial tcp [::1]:1: connect: connection refused')
  })
})
