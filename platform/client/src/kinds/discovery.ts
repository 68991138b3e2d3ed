import type { Sender } from '../client/sender.ts'
import { read } from '../client/sender.ts'
import { errorOf } from '../errors/error-of.ts'
import { headerOf } from '../transport/transport.ts'
import type { ApiObject } from './api-object.ts'
import { type Kind, splitApiVersion } from './kind.ts'

/** A kind as a server tells of it. */
export interface ServedKind extends Kind {
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  /** Such as `status`, `scale`. */
  readonly subresources: readonly string[]
}

const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',')
const ROOTS = ['/api', '/apis'] as const

interface Remembered {
  readonly etag: string
  readonly kinds: readonly ServedKind[]
}

/** Finds out what a server serves: in two requests where it can, and only if it has changed since. */
export class Discovery {
  readonly #sender: Sender
  readonly #remembered = new Map<string, Remembered>()

  constructor(sender: Sender) {
    this.#sender = sender
  }

  /** Every kind in every version, in the order that the server prefers. */
  async kinds(signal?: AbortSignal): Promise<readonly ServedKind[]> {
    return (await Promise.all(ROOTS.map((root) => this.#root(root, signal)))).flat()
  }

  async #root(path: string, signal: AbortSignal | undefined): Promise<readonly ServedKind[]> {
    const known = this.#remembered.get(path)
    const action = `discover ${path}`
    const answer = await this.#sender.answer({
      action,
      method: 'GET',
      path,
      accept: `${AGGREGATED},application/json`,
      ...(known !== undefined && { headers: { 'if-none-match': known.etag } }),
      signal,
    })
    if (answer.status === 304 && known !== undefined) return known.kinds
    if (answer.status !== 200) throw errorOf(answer, action)
    const value = read(answer, action) as unknown as Root
    if (value.kind !== 'APIGroupDiscoveryList') return this.#legacy(path, value, signal)
    const kinds = (value.items ?? []).flatMap(groupKinds)
    const etag = headerOf(answer, 'etag')
    if (etag !== undefined) this.#remembered.set(path, { etag, kinds })
    return kinds
  }

  /** As servers before 1.26 have it: one request for each version of each group. */
  async #legacy(path: string, root: Root, signal: AbortSignal | undefined): Promise<readonly ServedKind[]> {
    const versions =
      path === '/api'
        ? (root.versions ?? []).map(String)
        : (root.groups ?? []).flatMap((group) => {
            const first = group.preferredVersion?.groupVersion
            const all = group.versions.map(({ groupVersion }) => groupVersion)
            return first === undefined ? all : [first, ...all.filter((each) => each !== first)]
          })
    const lists = versions.map(async (apiVersion) => {
      const action = `discover ${apiVersion}`
      const list = await this.#sender
        .json({ action, method: 'GET', path: `${path}/${apiVersion}`, signal })
        // A group that another server serves may be down; the others are there all the same.
        .catch(() => ({}))
      return legacyKinds(apiVersion, list as unknown as LegacyList)
    })
    return (await Promise.all(lists)).flat()
  }
}

interface Root {
  readonly kind: string
  readonly items?: readonly Group[]
  readonly versions?: readonly unknown[]
  readonly groups?: readonly LegacyGroup[]
}

interface LegacyGroup {
  readonly versions: readonly { readonly groupVersion: string }[]
  readonly preferredVersion?: { readonly groupVersion: string }
}

interface Group extends ApiObject {
  readonly versions?: readonly {
    readonly version: string
    readonly resources?: readonly Resource[]
  }[]
}

interface Resource {
  readonly resource: string
  readonly responseKind?: { readonly kind: string }
  readonly scope: 'Namespaced' | 'Cluster'
  readonly singularResource?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs?: readonly string[]
  readonly subresources?: readonly { readonly subresource: string }[]
}

function groupKinds({ metadata, versions = [] }: Group): readonly ServedKind[] {
  return versions.flatMap(({ version, resources = [] }) =>
    resources.map((resource) => ({
      group: metadata.name ?? '',
      version,
      kind: resource.responseKind?.kind ?? '',
      plural: resource.resource,
      namespaced: resource.scope === 'Namespaced',
      singular: resource.singularResource ?? '',
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      verbs: resource.verbs ?? [],
      subresources: (resource.subresources ?? []).map(({ subresource }) => subresource),
    })),
  )
}

interface LegacyList {
  readonly resources?: readonly LegacyResource[]
}

interface LegacyResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
  readonly singularName?: string
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly verbs?: readonly string[]
}

function legacyKinds(apiVersion: string, { resources = [] }: LegacyList): readonly ServedKind[] {
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map((resource) => ({
      ...splitApiVersion(apiVersion),
      kind: resource.kind,
      plural: resource.name,
      namespaced: resource.namespaced,
      singular: resource.singularName ?? '',
      shortNames: resource.shortNames ?? [],
      categories: resource.categories ?? [],
      verbs: resource.verbs ?? [],
      subresources: resources
        .filter(({ name }) => name.startsWith(`${resource.name}/`))
        .map(({ name }) => name.slice(resource.name.length + 1)),
    }))
}
