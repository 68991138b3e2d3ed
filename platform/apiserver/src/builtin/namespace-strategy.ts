import type { ApiObject } from '../resources/api-object.ts'
import type { Strategy } from '../resources/resource.ts'

/** A namespace is held by its content, and says by its phase whether more may come. */
export const namespaceStrategy: Strategy = {
  prepareUpdate: (namespace, old) => ({ ...namespace, spec: old.spec, status: old.status }) as ApiObject,
  prepareSubresource: (namespace, old, subresource) =>
    (subresource === 'finalize'
      ? { ...old, metadata: namespace.metadata, spec: namespace.spec }
      : { ...old, metadata: namespace.metadata, status: namespace.status }) as ApiObject,
  prepareDelete: (namespace) => ({ ...namespace, status: { phase: 'Terminating' } }) as ApiObject,
}
