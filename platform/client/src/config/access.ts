import { type Clock, realClock } from '@reeve/ground'
import { ConfigError } from '../errors/errors.ts'
import type { Credentials, Endpoint } from '../http/endpoint.ts'
import type { Environment } from './environment.ts'
import type { Impersonation } from './impersonation.ts'
import type { Kubeconfig } from './kubeconfig.ts'
import { proxyFor } from './proxy-for.ts'
import { pem, userCredentials } from './user-credentials.ts'

/** All that is needed to talk to a cluster as somebody. */
export interface Access {
  readonly endpoint: Endpoint
  readonly credentials: Credentials
  /** Where objects are that name no namespace. */
  readonly namespace: string
  /** Whether answers may come compressed. */
  readonly gzip: boolean
}

export interface AccessOptions {
  /** Default: the current one. */
  readonly context?: string
  readonly impersonate?: Impersonation
  /** For proxies and plugins. Default: empty. */
  readonly env?: Environment
  readonly clock?: Clock
}

/** What a kubeconfig says about one of its contexts. */
export async function accessOf(config: Kubeconfig, options: AccessOptions = {}): Promise<Access> {
  const { env = {}, clock = realClock, impersonate } = options
  const name = options.context ?? config.currentContext
  if (name === undefined) {
    throw new ConfigError('cannot use kubeconfig: no context is chosen', {
      hint: `name one of: ${[...config.contexts.keys()].join(', ') || 'none is there'}`,
    })
  }
  const context = entryOf(config.contexts, 'context', name)
  const cluster = entryOf(config.clusters, 'cluster', context.cluster)
  const user = context.user === undefined ? {} : entryOf(config.users, 'user', context.user)
  const { server } = cluster
  if (server === undefined) throw new ConfigError(`cannot use cluster "${context.cluster}": it has no server`)
  const ca = await pem(cluster['certificate-authority-data'], cluster['certificate-authority'])
  const { 'tls-server-name': serverName, 'insecure-skip-tls-verify': insecure } = cluster
  const proxy = cluster['proxy-url'] || (await proxyFor(server, env))
  return {
    endpoint: {
      server,
      ...(ca !== undefined && { ca }),
      ...(serverName !== undefined && { serverName }),
      ...(insecure !== undefined && { insecure }),
      ...(proxy !== undefined && { proxy }),
    },
    credentials: userCredentials(user, {
      clock,
      env,
      cluster,
      ...(impersonate !== undefined && { impersonate }),
    }),
    namespace: context.namespace || 'default',
    gzip: cluster['disable-compression'] !== true,
  }
}

function entryOf<E>(entries: ReadonlyMap<string, E>, what: string, name: string): E {
  const entry = entries.get(name)
  if (entry !== undefined) return entry
  throw new ConfigError(`cannot use ${what} "${name}": the kubeconfig has none of that name`, {
    hint: `it has: ${[...entries.keys()].join(', ') || 'none'}`,
  })
}
