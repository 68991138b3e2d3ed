import type { AnyObject, ApiObject } from './api-object.ts'
import { type Kind, kindOf } from './kind.ts'

export interface ConfigMap extends ApiObject {
  readonly data?: Readonly<Record<string, string>>
  readonly binaryData?: Readonly<Record<string, string>>
  readonly immutable?: boolean
}

export interface Secret extends ApiObject {
  readonly type?: string
  /** In base64. */
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly immutable?: boolean
}

export interface Namespace extends ApiObject {
  readonly spec?: { readonly finalizers?: readonly string[] }
  readonly status?: { readonly phase?: string }
}

export interface Lease extends ApiObject {
  readonly spec?: LeaseSpec
}

export interface LeaseSpec {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  /** With microseconds, such as `2026-01-02T03:04:05.678000Z`. */
  readonly acquireTime?: string
  readonly renewTime?: string
  readonly leaseTransitions?: number
}

/** How many are wanted, of whatever can be scaled. */
export interface Scale extends ApiObject {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas: number; readonly selector?: string }
}

const core = <T extends ApiObject = AnyObject>(kind: string, plural: string, namespaced = true): Kind<T> =>
  kindOf<T>({ group: '', version: 'v1', kind, plural, namespaced })
const apps = (kind: string, plural: string): Kind =>
  kindOf({ group: 'apps', version: 'v1', kind, plural, namespaced: true })

/** The kinds that nearly every controller meets; any other is described with `kindOf` or found by discovery. */
export const ConfigMap = core<ConfigMap>('ConfigMap', 'configmaps')
export const Secret = core<Secret>('Secret', 'secrets')
export const Namespace = core<Namespace>('Namespace', 'namespaces', false)
export const Pod = core('Pod', 'pods')
export const Service = core('Service', 'services')
export const ServiceAccount = core('ServiceAccount', 'serviceaccounts')
export const Node = core('Node', 'nodes', false)
export const Deployment = apps('Deployment', 'deployments')
export const ReplicaSet = apps('ReplicaSet', 'replicasets')
export const StatefulSet = apps('StatefulSet', 'statefulsets')
export const DaemonSet = apps('DaemonSet', 'daemonsets')
export const Lease = kindOf<Lease>({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  namespaced: true,
})
export const CustomResourceDefinition = kindOf({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  namespaced: false,
})
