import { builtinResources } from '../kind-table.ts'

/** Kinds whose updates must carry the resourceVersion that they were made from. */
const CONDITIONAL = new Set([
  'admissionregistration.k8s.io/MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'apiregistration.k8s.io/APIService',
  'coordination.k8s.io/Lease',
  'node.k8s.io/RuntimeClass',
  'policy/PodDisruptionBudget',
  'storage.k8s.io/CSIDriver',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/CSIStorageCapacity',
  'storage.k8s.io/VolumeAttachment',
])

/** Kinds that a PUT creates if there is none of that name. */
const CREATED_BY_PUT = new Set([
  '/Endpoints',
  '/Event',
  '/LimitRange',
  '/Service',
  'coordination.k8s.io/Lease',
  'events.k8s.io/Event',
  'node.k8s.io/RuntimeClass',
  'rbac.authorization.k8s.io/ClusterRole',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/Role',
  'rbac.authorization.k8s.io/RoleBinding',
])

export interface UpdateRules {
  /** Whether an update may come without a resourceVersion. */
  readonly unconditional: boolean
  /** Whether an update of what is not there creates it. */
  readonly creates: boolean
}

/** How a built-in kind takes updates. */
export function updateRules({ group, kind }: { readonly group: string; readonly kind: string }): UpdateRules {
  const key = `${group}/${kind}`
  return { unconditional: !CONDITIONAL.has(key), creates: CREATED_BY_PUT.has(key) }
}

/** Whether a built-in resource keeps its status behind a path of its own, so that other writes leave it alone. */
export function hasStatusSubresource(groupVersion: string, resource: string): boolean {
  const found = builtinResources(groupVersion).find((one) => one.resource === resource)
  return found?.subresources.some(({ name }) => name === 'status') === true
}
