import { makeCertificate, startControlPlane } from '@reeve/apiserver'
import { accessOf, Client, clientFor, inProcessTransport, loadKubeconfig } from '@reeve/client'
import { openMemoryLedger } from '@reeve/ledger'
import type { KubernetesServer } from '@reeve/test-servers'
import type { Subject } from './subject.ts'

/** Ours, without a socket. */
export async function inProcess(): Promise<Subject> {
  const ledger = openMemoryLedger()
  const plane = await startControlPlane({ ledger })
  return {
    connect: async (options) => new Client(inProcessTransport(plane), options),
    [Symbol.asyncDispose]: async () => {
      await plane.close()
      await ledger.close()
    },
  }
}

/** Ours, over HTTPS, with a certificate that has to be trusted first. */
export async function overHttps({ http2 }: { readonly http2: boolean }): Promise<Subject> {
  const ledger = openMemoryLedger()
  const plane = await startControlPlane({ ledger })
  const tls = serverCertificate()
  const { url } = await plane.listen({
    tls,
    users: { secret: { name: 'admin', groups: ['system:masters'] } },
  })
  const credentials = {
    headers: async () => ({ authorization: 'Bearer secret' }),
    certificate: async () => undefined,
    renew: () => false,
  }
  const access = { endpoint: { server: url, ca: tls.cert }, credentials, namespace: 'default', gzip: true }
  return {
    connect: async (options) => clientFor(access, { ...options, http2 }),
    [Symbol.asyncDispose]: async () => {
      await plane.close()
      await ledger.close()
    },
  }
}

export function serverCertificate() {
  const now = Date.now()
  return makeCertificate({
    commonName: 'test',
    use: 'server',
    hosts: ['127.0.0.1'],
    notBefore: now - 1_000,
    notAfter: now + 3_600_000,
    serial: new Uint8Array(16).fill(1),
  })
}

/** A real one, by its kubeconfig. */
export async function realServer(kubernetes: KubernetesServer): Promise<Subject> {
  const config = await loadKubeconfig([kubernetes.kubeconfig])
  return {
    connect: async (options) => clientFor(await accessOf(config), options),
    [Symbol.asyncDispose]: () => kubernetes.stop(),
  }
}
