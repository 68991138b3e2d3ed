import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { debianTool } from './debian-tools.ts'
import { runCommand } from './run-command.ts'

/** Paths of PEM files: one authority, a certificate for 127.0.0.1 and localhost, and one for a client. */
export interface Certificates {
  readonly ca: string
  readonly serverCert: string
  readonly serverKey: string
  readonly clientCert: string
  readonly clientKey: string
}

const EXTENSIONS = {
  server: 'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth\n',
  client: 'extendedKeyUsage=clientAuth\n',
} as const

/** Makes an authority and certificates valid for a day in `directory`, with openssl; the client is called `reeve`. */
export async function makeCertificates(directory: string): Promise<Certificates> {
  const openssl = await debianTool('openssl')
  const at = (name: string): string => join(directory, name)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'] as const
  const files = ['-keyout', at('ca.key'), '-out', at('ca.crt')] as const
  await runCommand([openssl, 'req', '-x509', ...key, ...files, '-days', '1', '-subj', '/CN=reeve tests'])
  for (const [who, subject] of [
    ['server', '/CN=localhost'],
    ['client', '/CN=reeve'],
  ] as const) {
    const request = ['-keyout', at(`${who}.key`), '-out', at(`${who}.csr`), '-subj', subject] as const
    await runCommand([openssl, 'req', ...key, ...request])
    await writeFile(at(`${who}.ext`), EXTENSIONS[who])
    const sign = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '1'] as const
    const signed = ['-in', at(`${who}.csr`), '-out', at(`${who}.crt`), '-extfile', at(`${who}.ext`)] as const
    await runCommand([openssl, 'x509', '-req', ...sign, ...signed])
  }
  return {
    ca: at('ca.crt'),
    serverCert: at('server.crt'),
    serverKey: at('server.key'),
    clientCert: at('client.crt'),
    clientKey: at('client.key'),
  }
}
