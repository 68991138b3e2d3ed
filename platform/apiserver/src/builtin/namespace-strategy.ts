import type { ApiObject } from '../resources/api-object.ts'
import type { Strategy } from '../resources/resource.ts'
import { forbidden } from '../status/api-errors.ts'

const PERMANENT = new Set(['default', 'kube-system', 'kube-public'])

/** A namespace is held by its content, and says by its phase whether more may come. */
export const namespaceStrategy: Strategy = {
  prepareUpdate: (namespace, old) => ({ ...namespace, spec: old.spec, status: old.status }) as ApiObject,
  prepareSubresource: (namespace, old, subresource) =>
    (subresource === 'finalize'
      ? { ...old, metadata: namespace.metadata, spec: namespace.spec }
      : { ...old, metadata: namespace.metadata, status: namespace.status }) as ApiObject,
  checkDelete: ({ metadata: { name } }) => {
    if (PERMANENT.has(name))
      throw forbidden({ group: '', kind: 'namespaces', name }, 'this namespace may not be deleted')
  },
  prepareDelete: (namespace) => ({ ...namespace, status: { phase: 'Terminating' } }) as ApiObject,
}
