import { messageOf } from '@reeve/ground'
import { ConfigError } from '../errors/errors.ts'
import { isObject } from '../json/json-value.ts'

/** How to reach a cluster, as a kubeconfig has it. */
export interface ClusterEntry {
  readonly server?: string
  readonly 'certificate-authority'?: string
  readonly 'certificate-authority-data'?: string
  readonly 'tls-server-name'?: string
  readonly 'insecure-skip-tls-verify'?: boolean
  readonly 'proxy-url'?: string
  readonly 'disable-compression'?: boolean
  readonly extensions?: readonly { readonly name: string; readonly extension: unknown }[]
}

/** Who somebody is, as a kubeconfig has it. */
export interface UserEntry {
  readonly token?: string
  readonly tokenFile?: string
  readonly username?: string
  readonly password?: string
  readonly 'client-certificate'?: string
  readonly 'client-certificate-data'?: string
  readonly 'client-key'?: string
  readonly 'client-key-data'?: string
  readonly as?: string
  readonly 'as-uid'?: string
  readonly 'as-groups'?: readonly string[]
  readonly 'as-user-extra'?: Readonly<Record<string, readonly string[]>>
  readonly exec?: ExecEntry
  readonly 'auth-provider'?: { readonly name: string }
}

/** A program that is asked for credentials. */
export interface ExecEntry {
  readonly apiVersion?: string
  readonly command: string
  readonly args?: readonly string[] | null
  readonly env?: readonly { readonly name: string; readonly value: string }[] | null
  readonly installHint?: string
  readonly provideClusterInfo?: boolean
  readonly interactiveMode?: string
}

export interface ContextEntry {
  readonly cluster: string
  readonly user?: string
  readonly namespace?: string
}

/** Clusters, users and which belongs to which. File names in it are absolute. */
export interface Kubeconfig {
  readonly currentContext: string | undefined
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
}

export interface KubeconfigFile {
  readonly text: string
  /** Where it came from: names of files in it start from there. */
  readonly path: string
}

/** Reads one file. */
export async function parseKubeconfig({ text, path }: KubeconfigFile): Promise<Kubeconfig> {
  const { dirname, resolve } = await import('node:path')
  const folder = dirname(path)
  const absolute = (name: string): string => resolve(folder, name)
  const value = await contentOf(text, path)
  return {
    currentContext: (value['current-context'] as string | undefined) || undefined,
    clusters: named(value.clusters, 'cluster', (entry: ClusterEntry) =>
      located(entry, ['certificate-authority'], absolute),
    ),
    users: named(value.users, 'user', (entry: UserEntry) => ({
      ...located(entry, ['client-certificate', 'client-key', 'tokenFile'], absolute),
      // A bare name is looked for on the path; anything else is a file beside the kubeconfig.
      ...(entry.exec?.command.includes('/') === true && {
        exec: located(entry.exec, ['command'], absolute),
      }),
    })),
    contexts: named(value.contexts, 'context', (entry: ContextEntry) => entry),
  }
}

/** Several files as one: what an earlier one says stands. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const merged = <V>(of: (config: Kubeconfig) => ReadonlyMap<string, V>): ReadonlyMap<string, V> =>
    new Map(configs.toReversed().flatMap((config) => [...of(config)]))
  return {
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    clusters: merged(({ clusters }) => clusters),
    users: merged(({ users }) => users),
    contexts: merged(({ contexts }) => contexts),
  }
}

async function contentOf(text: string, path: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value = text.trimStart().startsWith('{') ? JSON.parse(text) : (await import('yaml')).parse(text)
    if (value === null) return {}
    if (!isObject(value)) throw new Error('it holds no object')
    return value
  } catch (cause) {
    throw new ConfigError(`cannot read kubeconfig ${path}: ${messageOf(cause)}`, { cause })
  }
}

function named<E extends object>(
  list: unknown,
  field: string,
  read: (entry: E) => E,
): ReadonlyMap<string, E> {
  const items = Array.isArray(list) ? (list as readonly Readonly<Record<string, unknown>>[]) : []
  const entries = new Map<string, E>()
  for (const item of items) {
    const name = String(item.name ?? '')
    if (!entries.has(name)) entries.set(name, read((item[field] ?? {}) as E))
  }
  return entries
}

function located<E extends object>(
  entry: E,
  fields: readonly (keyof E)[],
  absolute: (name: string) => string,
): E {
  const changed = fields
    .filter((field) => typeof entry[field] === 'string' && entry[field] !== '')
    .map((field) => [field, absolute(entry[field] as string)])
  return { ...entry, ...Object.fromEntries(changed) }
}
