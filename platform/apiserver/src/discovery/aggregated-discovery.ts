import type { JsonObject } from '../json/json-value.ts'
import type { GroupVersion, Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'

/** Everything in one answer: the core group for `/api`, all others for `/apis`. */
export function aggregatedDiscovery(
  registry: ResourceRegistry,
  core: boolean,
  version: 'v2' | 'v2beta1',
): JsonObject {
  const groups = registry.groups().filter(({ group }) => (group === '') === core)
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((served) => versionOf(registry, { group, version: served })),
    })),
  }
}

function versionOf(registry: ResourceRegistry, groupVersion: GroupVersion): JsonObject {
  return {
    version: groupVersion.version,
    resources: registry.in(groupVersion).map(discovered),
    freshness: 'Current',
  }
}

function discovered(resource: Resource): JsonObject {
  const { group, version, kind, subresources, shortNames, categories } = resource
  return {
    resource: resource.resource,
    // Built-in kinds name their group only where it is another than the one they are found in.
    responseKind: resource.custom ? { group, version, kind } : { group: '', version: '', kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && {
      subresources: subresources.map((sub) => ({
        subresource: sub.name,
        responseKind: {
          group: sub.group ?? (resource.custom ? group : ''),
          version: sub.version ?? (resource.custom ? version : ''),
          kind: sub.kind,
        },
        verbs: sub.verbs,
      })),
    }),
  }
}
