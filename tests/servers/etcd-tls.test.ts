import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { useSystem } from '@reeve/test-servers'
import { describe, expect, it } from 'vitest'
import { httpGet } from './src/http-get.ts'

const etcd = await useSystem('etcd')
const openssl = await useSystem('openssl')

describe.skipIf(!etcd.available || !openssl.available)('a real etcd with TLS', () => {
  it('is trusted by who knows its authority, and refuses who shows no certificate', async () => {
    await using directory = await mkdtempDisposable(join(tmpdir(), 'reeve-certificates-'))
    const tls = await openssl.start(directory.path)
    await using server = await etcd.start({ tls, clientCertificates: true })
    const read = (file: string): Promise<string> => readFile(file, 'utf8')
    const [ca, cert, key] = await Promise.all([tls.ca, tls.clientCert, tls.clientKey].map(read))
    const url = `${server.endpoint}/version`
    const known = await httpGet(url, { ca: ca ?? '', cert: cert ?? '', key: key ?? '' })
    expect(known.status).toBe(200)
    await expect(httpGet(url, { ca: ca ?? '' })).rejects.toThrow()
  })
})
