import { messageOf } from '@reeve/ground'
import { ConfigError } from '../errors/errors.ts'
import { type Access, type AccessOptions, accessOf } from './access.ts'
import type { Environment } from './environment.ts'
import { inClusterAccess, isInCluster } from './in-cluster.ts'
import { type Kubeconfig, mergeKubeconfigs, parseKubeconfig } from './kubeconfig.ts'
import { readText } from './read-text.ts'

export interface FindAccessOptions extends AccessOptions {
  /** A kubeconfig by its path. Default: looked for. */
  readonly kubeconfig?: string
  readonly env: Environment
  /** Default: HOME of the environment. */
  readonly home?: string
}

/**
 * How to reach the cluster that is meant: by the kubeconfig that is named, else by those of KUBECONFIG, else from within
 * a pod, else by ~/.kube/config.
 */
export async function findAccess(options: FindAccessOptions): Promise<Access> {
  const { kubeconfig, env, home = env.HOME ?? env.USERPROFILE } = options
  if (kubeconfig !== undefined) return accessOf(await loadKubeconfig([kubeconfig]), options)
  const { delimiter, join } = await import('node:path')
  const named = (env.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '')
  if (named.length > 0) return accessOf(await loadKubeconfig(named, { missing: 'skip' }), options)
  if (isInCluster(env)) return inClusterAccess(options)
  if (home === undefined)
    throw new ConfigError('cannot find a kubeconfig: neither KUBECONFIG nor HOME is set')
  return accessOf(await loadKubeconfig([join(home, '.kube', 'config')]), options)
}

export interface LoadOptions {
  /** What to do about a file that is not there. Default: fail. */
  readonly missing?: 'fail' | 'skip'
}

/** Reads kubeconfigs and joins them: what an earlier one says stands. */
export async function loadKubeconfig(
  paths: readonly string[],
  { missing = 'fail' }: LoadOptions = {},
): Promise<Kubeconfig> {
  const { resolve } = await import('node:path')
  const configs = await Promise.all(
    paths.map(async (path) => {
      try {
        return await parseKubeconfig({ text: await readText(path), path: resolve(path) })
      } catch (cause) {
        if (cause instanceof ConfigError) throw cause
        if (missing === 'skip' && (cause as { code?: string }).code === 'ENOENT') return undefined
        throw new ConfigError(`cannot read kubeconfig ${path}: ${messageOf(cause)}`, { cause })
      }
    }),
  )
  return mergeKubeconfigs(configs.filter((config) => config !== undefined))
}
