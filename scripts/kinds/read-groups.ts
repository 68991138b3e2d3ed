import type {
  GroupEntry,
  ResourceEntry,
  SubresourceEntry,
} from '../../platform/apiserver/src/kinds/table-file.ts'
import type { ApiCaller } from './api-caller.ts'

interface Discovered {
  readonly responseKind: { readonly group: string; readonly version: string; readonly kind: string }
  readonly verbs: readonly string[]
}

interface DiscoveredResource extends Discovered {
  readonly resource: string
  readonly singularResource: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly subresources?: readonly (Discovered & { readonly subresource: string })[]
}

interface GroupList {
  readonly items: readonly {
    readonly metadata: { readonly name?: string }
    readonly versions: readonly {
      readonly version: string
      readonly resources: readonly DiscoveredResource[]
    }[]
  }[]
}

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const STABLE = /^v\d+$/

/** Every stable group version that the server serves, in its order, with its resources. */
export async function readGroups(server: ApiCaller): Promise<readonly GroupEntry[]> {
  const core = await server.read<GroupList>('/api', AGGREGATED)
  const others = await server.read<GroupList>('/apis', AGGREGATED)
  return [...core.items, ...others.items].map(({ metadata, versions }) => ({
    name: metadata.name ?? '',
    versions: versions
      .filter(({ version }) => STABLE.test(version))
      .map(({ version, resources }) => ({ version, resources: resources.map(resourceEntry) })),
  }))
}

function resourceEntry(found: DiscoveredResource): ResourceEntry {
  const { shortNames, categories, subresources } = found
  return {
    name: found.resource,
    singular: found.singularResource,
    kind: found.responseKind.kind,
    ...(found.scope === 'Namespaced' && { namespaced: true }),
    ...(shortNames !== undefined && { short: shortNames }),
    ...(categories !== undefined && { categories }),
    verbs: found.verbs.join(' '),
    ...(subresources !== undefined && {
      sub: subresources.map((sub) => subresourceEntry(sub.subresource, sub)),
    }),
  }
}

function subresourceEntry(name: string, { responseKind, verbs }: Discovered): SubresourceEntry {
  const { group, version, kind } = responseKind
  return { name, kind, ...(version !== '' && { group, version }), verbs: verbs.join(' ') }
}
