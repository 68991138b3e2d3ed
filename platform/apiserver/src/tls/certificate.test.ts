import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type TLSSocket } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { makeCertificate } from './certificate.ts'

const serial = (n: number): Uint8Array => new Uint8Array(16).fill(n)
const times = { notBefore: Date.parse('2026-01-01'), notAfter: Date.parse('2056-01-01') }
const authority = {
  ...makeCertificate({ commonName: 'reeve-ca', use: 'authority', serial: serial(1), ...times }),
  commonName: 'reeve-ca',
}
const hosts = ['localhost', '127.0.0.1', '::1', 'fd00::1:2']
const server = makeCertificate({
  commonName: 'reeve',
  use: 'server',
  hosts,
  issuer: authority,
  serial: serial(0x90),
  ...times,
})
const client = makeCertificate({
  commonName: 'anna',
  organizations: ['system:masters', 'staff'],
  use: 'client',
  issuer: authority,
  serial: serial(3),
  ...times,
})

describe('makeCertificate', () => {
  it.each([
    [[0x00, 0x00, 0x7f, 1], '7F01'],
    [[0x00, 0x80, 1], '8001'],
    [[0x00, 0x00], '0'],
  ])('writes a serial number %j that begins with nothing as others can read it', (bytes, read) => {
    const { cert } = makeCertificate({
      commonName: 'x',
      use: 'authority',
      serial: Uint8Array.from(bytes),
      ...times,
    })
    expect(new X509Certificate(cert).serialNumber).toBe(read)
  })

  it('makes certificates that the authority has signed, for the hosts and the time given', () => {
    const certificate = new X509Certificate(server.cert)
    expect(certificate.verify(new X509Certificate(authority.cert).publicKey)).toBe(true)
    expect(certificate.checkIssued(new X509Certificate(authority.cert))).toBe(true)
    expect(hosts.map((host) => certificate.checkHost(host) ?? certificate.checkIP(host))).toEqual(hosts)
    expect(certificate.checkHost('example.com')).toBeUndefined()
    expect([certificate.validFromDate.getTime(), certificate.validToDate.getTime()]).toEqual([
      times.notBefore,
      times.notAfter,
    ])
    expect(new X509Certificate(authority.cert).ca).toBe(true)
    expect(certificate.ca).toBe(false)
  })

  it('says who a client is and which groups it belongs to', () => {
    const { subject } = new X509Certificate(client.cert)
    expect(subject).toBe('O=system:masters\nO=staff\nCN=anna')
  })

  it('serves real TLS connections on both sides', async () => {
    const listening = createServer(
      { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      (socket) => {
        socket.end(String((socket as TLSSocket).getPeerCertificate().subject.CN))
      },
    ).listen(0, '127.0.0.1')
    await once(listening, 'listening')
    const { port } = listening.address() as AddressInfo
    const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, ...client })
    let said = ''
    socket.on('data', (data) => {
      said += data
    })
    await once(socket, 'end')
    expect(said).toBe('anna')
    socket.destroy()
    listening.close()
  })
})
