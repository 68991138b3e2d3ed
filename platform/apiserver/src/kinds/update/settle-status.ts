import type { JsonObject } from '../../json/json-value.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import type { KindName } from '../defaults/with-defaults.ts'

/** What a write of the status leaves alone in the metadata, for kinds that leave anything alone. */
const KEPT: Readonly<Record<string, readonly (keyof ApiObject['metadata'] & string)[]>> = {
  'apps/Deployment': ['labels'],
  '/Pod': ['ownerReferences'],
}
const ALL = ['labels', 'annotations', 'finalizers', 'ownerReferences']
const KEEPS_ALL = new Set([
  'networking.k8s.io/ServiceCIDR',
  'resource.k8s.io/ResourceClaim',
  'storage.k8s.io/VolumeAttachment',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'apiextensions.k8s.io/CustomResourceDefinition',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
])

/** The members of metadata that a write of the status does not reach. */
export function keptByStatus({ group, kind }: KindName): readonly string[] {
  const name = `${group}/${kind}`
  return KEEPS_ALL.has(name) ? ALL : (KEPT[name] ?? [])
}

/** What a write through the status path makes of an object: most kinds take metadata there as well, some but in part. */
export function settleStatus(wanted: ApiObject, old: ApiObject, name: KindName): ApiObject {
  const kept = keptByStatus(name).map((member) => [member, old.metadata[member]] as const)
  const metadata: JsonObject = withMeta(wanted, Object.fromEntries(kept)).metadata
  return { ...old, metadata, ...(wanted.status !== undefined && { status: wanted.status }) } as ApiObject
}
