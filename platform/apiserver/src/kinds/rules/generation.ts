import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { KindName } from '../defaults/with-defaults.ts'

const SPEC = ['spec']

/** The fields whose change raises metadata.generation; kinds that are not here have none. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  '/Pod': SPEC,
  '/PodTemplate': ['template'],
  '/ReplicationController': SPEC,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': ['webhooks'],
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': SPEC,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': SPEC,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': ['webhooks'],
  'apiextensions.k8s.io/CustomResourceDefinition': SPEC,
  'apps/DaemonSet': SPEC,
  'apps/Deployment': ['spec', 'metadata.annotations'],
  'apps/ReplicaSet': SPEC,
  'apps/StatefulSet': SPEC,
  'batch/CronJob': SPEC,
  'batch/Job': SPEC,
  'discovery.k8s.io/EndpointSlice': ['addressType', 'endpoints', 'ports', 'metadata.labels'],
  'flowcontrol.apiserver.k8s.io/FlowSchema': SPEC,
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration': SPEC,
  'networking.k8s.io/Ingress': SPEC,
  'networking.k8s.io/IngressClass': SPEC,
  'networking.k8s.io/NetworkPolicy': SPEC,
  'policy/PodDisruptionBudget': SPEC,
  'resource.k8s.io/DeviceClass': SPEC,
  'resource.k8s.io/ResourceSlice': SPEC,
  'scheduling.k8s.io/PriorityClass': [],
  'storage.k8s.io/CSIDriver': SPEC,
}
/** Counts, but from the first change on. */
const STARTS_WITHOUT = 'storage.k8s.io/CSIDriver'

/** metadata.generation of a new object; none for kinds that do not count, or not yet. */
export function firstGeneration({ group, kind }: KindName): number | undefined {
  const key = `${group}/${kind}`
  return COUNTED[key] === undefined || key === STARTS_WITHOUT ? undefined : 1
}

/** metadata.generation after an update: one more if what the kind counts has changed. */
export function nextGeneration(before: JsonObject, after: JsonObject, kind: KindName): number | undefined {
  const generation = valueAt(before, 'metadata.generation')
  const now = generation === undefined ? undefined : Number(generation)
  const counted = COUNTED[`${kind.group}/${kind.kind}`] ?? []
  const isSameYet = counted.every((path) => isSame(valueAt(before, path), valueAt(after, path)))
  return isSameYet ? now : (now ?? 0) + 1
}

function valueAt(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const step of path.split('.')) value = isObject(value) ? value[step] : undefined
  return value
}
