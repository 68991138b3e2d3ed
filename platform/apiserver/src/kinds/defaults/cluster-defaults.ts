import { type Defaulters, type Draft, part, setDefaults } from './draft.ts'

/** networking, storage, discovery, scheduling and device resources. */
export const clusterDefaults: Defaulters = {
  'api.networking.v1.NetworkPolicySpec': (spec) =>
    setDefaults(spec, { policyTypes: spec.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'] }),
  'api.networking.v1.NetworkPolicyPort': (port) => setDefaults(port, { protocol: 'TCP' }),
  'api.networking.v1.IngressClass': (draft) =>
    setDefaults(part(part(draft, 'spec'), 'parameters'), { scope: 'Cluster' }),
  'api.storage.v1.StorageClass': (draft) =>
    setDefaults(draft, { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  'api.storage.v1.CSIDriverSpec': (spec) =>
    setDefaults(spec, {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    }),
  'api.discovery.v1.EndpointPort': (port) => setDefaults(port, { name: '', protocol: 'TCP' }),
  'api.scheduling.v1.PriorityClass': (draft) =>
    setDefaults(draft, { preemptionPolicy: 'PreemptLowerPriority' }),
  'api.resource.v1.ExactDeviceRequest': deviceRequest,
  'api.resource.v1.DeviceSubRequest': deviceRequest,
}

function deviceRequest(draft: Draft): void {
  setDefaults(draft, { allocationMode: 'ExactCount' })
  if (draft.allocationMode === 'ExactCount') setDefaults(draft, { count: 1 })
}
