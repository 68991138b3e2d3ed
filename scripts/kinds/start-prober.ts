import { setTimeout as sleep } from 'node:timers/promises'
import { startKubernetes } from '../../tests/servers/src/index.ts'
import { ApiCaller } from './api-caller.ts'

export interface Prober extends AsyncDisposable {
  readonly server: ApiCaller
  /** Such as `1.34.2`. */
  readonly version: string
}

/** A real server that takes pods: its controller manager has made the account that they run as. */
export async function startProber(): Promise<Prober> {
  const kubernetes = await startKubernetes()
  const server = new ApiCaller(kubernetes.url, kubernetes.token)
  const account = '/api/v1/namespaces/default/serviceaccounts/default'
  while ((await server.read(account).catch(() => undefined)) === undefined) await sleep(100)
  return {
    server,
    version: kubernetes.version,
    async [Symbol.asyncDispose]() {
      server.close()
      await kubernetes.stop()
    },
  }
}
