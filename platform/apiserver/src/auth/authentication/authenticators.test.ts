import { createHash, X509Certificate } from 'node:crypto'
import type { PeerCertificate } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from '../../tls/certificate.ts'
import { authenticate } from './authenticator.ts'
import { BearerAuthenticator } from './bearer-authenticator.ts'
import { clientCertificates } from './client-certificates.ts'
import { StaticTokens } from './static-tokens.ts'

const static1 = new StaticTokens({ secret: { name: 'admin', groups: ['system:masters'] } })
const bearer = new BearerAuthenticator({ tokens: [static1], audiences: ['here'] })
const admin = { name: 'admin', groups: ['system:masters', 'system:authenticated'] }

describe('BearerAuthenticator', () => {
  it('knows a user by the token alone', async () => {
    expect(await authenticate([bearer], { headers: { authorization: 'Bearer secret' } })).toEqual(admin)
    expect(await authenticate([bearer], { headers: { authorization: 'bearer secret' } })).toEqual(admin)
  })

  it('tells no credentials from wrong ones', async () => {
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Basic secret', 'secret']) {
      expect(await authenticate([bearer], { headers: { authorization } }), authorization).toBeUndefined()
    }
    for (const authorization of ['Bearer secre', 'Bearer secrets', 'Bearer SECRET', 'Bearer __proto__']) {
      await expect(authenticate([bearer], { headers: { authorization } })).rejects.toThrow(
        'invalid bearer token',
      )
    }
  })

  it('takes tokens that say nothing of it for meant for this server', async () => {
    expect(await bearer.check('secret', ['there', 'here'])).toEqual({ user: admin, audiences: ['here'] })
    await expect(bearer.check('secret', ['there'])).rejects.toThrow(/^invalid bearer token$/)
  })
})

describe('clientCertificates', () => {
  const certified = (organizations: readonly string[]): X509Certificate => {
    const span = { notBefore: 0, notAfter: 1e12, serial: new Uint8Array(16).fill(2) }
    const { cert } = makeCertificate({ commonName: 'cora', organizations, use: 'client', ...span })
    return new X509Certificate(cert)
  }
  const shown = (certificate: X509Certificate) =>
    authenticate([bearer, clientCertificates], {
      headers: {},
      certificate: certificate.toLegacyObject() as PeerCertificate,
    })

  // A real kube-apiserver says the SHA-256 of the certificate's DER in hexadecimal digits, too.
  it('knows a user by name and organizations, and tells the fingerprint', async () => {
    const certificate = certified(['g1', 'g2'])
    const id = createHash('sha256').update(certificate.raw).digest('hex')
    expect(await shown(certificate)).toEqual({
      name: 'cora',
      groups: ['g1', 'g2', 'system:authenticated'],
      extra: { 'authentication.kubernetes.io/credential-id': [`X509SHA256=${id}`] },
    })
    expect((await shown(certified(['system:masters'])))?.groups).toEqual(admin.groups)
    expect((await shown(certified([])))?.groups).toEqual(['system:authenticated'])
  })
})
