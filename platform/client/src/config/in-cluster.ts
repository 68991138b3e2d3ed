import { type Clock, realClock } from '@reeve/ground'
import { ConfigError } from '../errors/errors.ts'
import type { Access } from './access.ts'
import type { Environment } from './environment.ts'
import { readText } from './read-text.ts'
import { userCredentials } from './user-credentials.ts'

export interface InClusterOptions {
  readonly env: Environment
  /** Where the service account is. Default: where Kubernetes puts it. */
  readonly folder?: string
  readonly clock?: Clock
}

const FOLDER = '/var/run/secrets/kubernetes.io/serviceaccount'

/** Whether this process runs in a pod that may talk to its cluster. */
export function isInCluster(env: Environment): boolean {
  return Boolean(env.KUBERNETES_SERVICE_HOST) && Boolean(env.KUBERNETES_SERVICE_PORT)
}

/** What a pod is given: the address by its environment, its service account by files that are replaced. */
export async function inClusterAccess(options: InClusterOptions): Promise<Access> {
  const { env, folder = FOLDER, clock = realClock } = options
  const { KUBERNETES_SERVICE_HOST: host = '', KUBERNETES_SERVICE_PORT: port = '' } = env
  if (!isInCluster(env)) {
    throw new ConfigError('cannot use the cluster around: this process runs in no pod', {
      hint: 'name a kubeconfig',
    })
  }
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port}`
  const ca = await readText(`${folder}/ca.crt`).catch((cause) => {
    throw new ConfigError(`cannot read the authority of the cluster from ${folder}`, { cause })
  })
  const namespace = await readText(`${folder}/namespace`).catch(() => '')
  const user = { tokenFile: `${folder}/token` }
  return {
    endpoint: { server, ca },
    credentials: userCredentials(user, { clock, env, cluster: { server } }),
    namespace: namespace.trim() || 'default',
    gzip: true,
  }
}
