import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import type { KindName } from '../defaults/with-defaults.ts'
import { checkAutoscaler } from './check-autoscaler.ts'
import { checkClusterRoleBinding, checkRoleBinding } from './check-bindings.ts'
import { checkClaim } from './check-claim.ts'
import { checkConfigMap } from './check-config-map.ts'
import { checkCronJob } from './check-cron-job.ts'
import { checkDeployment, checkReplicaSet } from './check-deployment.ts'
import { checkEndpointSlice } from './check-endpoint-slice.ts'
import { checkCoreEvent, checkNewEvent } from './check-event.ts'
import { checkIngress } from './check-ingress.ts'
import { checkJob } from './check-job.ts'
import { checkLease } from './check-lease.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkNamespace } from './check-namespace.ts'
import { checkNetworkPolicy } from './check-network-policy.ts'
import {
  checkIngressClass,
  checkPersistentVolume,
  checkReplicationController,
  checkRuntimeClass,
} from './check-older-kinds.ts'
import { checkLimitRange, checkQuota } from './check-quota.ts'
import { checkClusterRole, checkRole } from './check-roles.ts'
import { checkSecret } from './check-secret.ts'
import { checkService } from './check-service.ts'
import { checkDaemonSet, checkStatefulSet } from './check-sets.ts'
import { checkBudget, checkPriorityClass, checkStorageClass } from './check-small-kinds.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { objectIn } from './members.ts'
import { plainCheck } from './plain-check.ts'
import { checkPod } from './pod/check-pod.ts'
import { checkPodTemplate } from './pod/check-pod-template.ts'

const serviceAccount = kindCheck({
  rules: { namespaced: true, nameRule: 'subdomain' },
  order: 'metadata-whole',
  spec: () => [],
})

const podTemplate = kindCheck({
  rules: { namespaced: true, nameRule: 'subdomain' },
  order: 'metadata-spec',
  spec: (object) => checkPodTemplate(objectIn(object, 'template'), 'template'),
})

/** By group and kind. */
const CHECKS: Readonly<Record<string, KindCheck>> = {
  '/ConfigMap': checkConfigMap,
  '/Event': checkCoreEvent,
  '/LimitRange': checkLimitRange,
  '/Namespace': checkNamespace,
  '/PersistentVolume': checkPersistentVolume,
  '/PersistentVolumeClaim': checkClaim,
  '/Pod': checkPod,
  '/PodTemplate': podTemplate,
  '/ReplicationController': checkReplicationController,
  '/ResourceQuota': checkQuota,
  '/Secret': checkSecret,
  '/Service': checkService,
  '/ServiceAccount': serviceAccount,
  'apps/DaemonSet': checkDaemonSet,
  'apps/Deployment': checkDeployment,
  'apps/ReplicaSet': checkReplicaSet,
  'apps/StatefulSet': checkStatefulSet,
  'autoscaling/HorizontalPodAutoscaler': checkAutoscaler,
  'batch/CronJob': checkCronJob,
  'batch/Job': checkJob,
  'coordination.k8s.io/Lease': checkLease,
  'discovery.k8s.io/EndpointSlice': checkEndpointSlice,
  'events.k8s.io/Event': checkNewEvent,
  'networking.k8s.io/Ingress': checkIngress,
  'networking.k8s.io/IngressClass': checkIngressClass,
  'networking.k8s.io/NetworkPolicy': checkNetworkPolicy,
  'node.k8s.io/RuntimeClass': checkRuntimeClass,
  'policy/PodDisruptionBudget': checkBudget,
  'rbac.authorization.k8s.io/ClusterRole': checkClusterRole,
  'rbac.authorization.k8s.io/ClusterRoleBinding': checkClusterRoleBinding,
  'rbac.authorization.k8s.io/Role': checkRole,
  'rbac.authorization.k8s.io/RoleBinding': checkRoleBinding,
  'scheduling.k8s.io/PriorityClass': checkPriorityClass,
  'storage.k8s.io/StorageClass': checkStorageClass,
}

/**
 * What is wrong with a built-in object beyond its shape, metadata included: causes, order and words of the real server.
 * The object is complete (defaults, and what the server prepares); `old` is absent for a new one, `subresource` empty
 * for the object itself. Kinds without rules of their own have their metadata checked.
 */
export function checkKind(
  object: ApiObject,
  old: ApiObject | undefined,
  { kind, subresource = '', namespaced, own }: CheckedKind,
): readonly FieldError[] {
  const check = own ?? CHECKS[`${kind.group}/${kind.kind}`] ?? plainCheck(kind, namespaced)
  const general = { namespaced: check.namespaced }
  if (old === undefined) {
    const errors = check.create(object)
    return errors.length > 0 ? errors : checkMetadata(object.metadata, general)
  }
  const update = subresource === '' ? check.update : (check.sub?.[subresource] ?? metadataOnly)
  return [
    ...checkMetadata(object.metadata, general),
    ...checkMetadata(object.metadata, general, old.metadata),
    ...update(object, old),
  ]
}

export interface CheckedKind {
  readonly kind: KindName
  readonly namespaced: boolean
  /** Such as `status`. Default: the object itself. */
  readonly subresource?: string
  /** The rules of a kind whose own are elsewhere. Default: those that are here. */
  readonly own?: KindCheck
}

/** The group and kind that a refusal names: events are those of the core group, whichever way they come. */
export function refusedKind({ group, kind }: KindName): { readonly group: string; readonly kind: string } {
  return { group: group === 'events.k8s.io' ? '' : group, kind }
}

/** Whether a kind's rules are here; the metadata of others is checked, and no more. */
export function hasKindCheck({ group, kind }: KindName): boolean {
  return CHECKS[`${group}/${kind}`] !== undefined
}

function metadataOnly(object: ApiObject, old: ApiObject): readonly FieldError[] {
  return checkMetadata(object.metadata, { namespaced: true }, old.metadata)
}
