import type { ResourceRegistry } from '../../resources/resource-registry.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import type { ParamKind, ParamStore } from './policy-params.ts'

/** The objects of a kind as a policy's parameters; undefined if the kind is not served. */
export function storedParams(
  { store, registry }: { readonly store: ObjectStore; readonly registry: ResourceRegistry },
  { apiVersion, kind }: ParamKind,
): ParamStore | undefined {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const resource = registry.findKind({ group, version }, kind)
  if (resource === undefined) return undefined
  return {
    namespaced: resource.namespaced,
    get: (namespace, name) => store.get(resource, namespace, name),
    list: async (namespace, selector) => {
      const { objects } = await store.list(resource, { namespace })
      return objects.filter(({ metadata }) => selector.matches(metadata.labels))
    },
  }
}
