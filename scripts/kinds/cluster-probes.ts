import type { JsonObject } from '../../platform/apiserver/src/json/json-value.ts'
import type { Probe } from './default-probes.ts'

const RBAC = 'rbac.authorization.k8s.io/v1'
const ADMISSION = 'admissionregistration.k8s.io/v1'
const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } }
const target = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' }
const roleRef = { kind: 'ClusterRole', name: 'view' }
const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }] as const
const hook = {
  name: 'a.example.com',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { service: { name: 's', namespace: 'n' } },
  rules,
}

const openAPIV3Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', minimum: 0, maximum: 1.5e3, default: 3, exclusiveMaximum: false },
        names: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        labels: { type: 'object', additionalProperties: { type: 'string', enum: ['a', 'b'] } },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { a: [1, null] } },
        either: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
      },
      'x-kubernetes-validations': [{ rule: 'self.size >= 0', message: 'small' }],
    },
  },
}

/** Everything that holds no pods. */
export function clusterProbes(): readonly Probe[] {
  return [...core(), ...policies(), ...network(), ...extensions()]
}

function core(): readonly Probe[] {
  const volume = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } }
  const source = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' }
  const limit = { type: 'Container', max: { cpu: '2000m' }, min: { memory: '1Mi' } }
  return [
    probe('smallest', 'v1', 'Namespace'),
    probe('smallest', 'v1', 'ConfigMap'),
    probe('with empty data', 'v1', 'ConfigMap', { data: {}, immutable: false }),
    probe('smallest', 'v1', 'Secret'),
    probe('with text', 'v1', 'Secret', { stringData: { a: 'text', b: '' }, data: { a: 'b2xk' } }),
    probe('smallest', 'v1', 'ServiceAccount'),
    probe('with secrets', 'v1', 'ServiceAccount', { secrets: [{ name: 's', namespace: 'n', uid: 'u' }] }),
    probe('smallest', 'v1', 'Service', { spec: { ports: [{ port: 80 }] } }),
    probe('for nodes', 'v1', 'Service', {
      spec: { type: 'NodePort', ports: [{ port: 80, targetPort: 'web' }] },
    }),
    probe('balanced', 'v1', 'Service', {
      spec: { type: 'LoadBalancer', ports: [{ port: 80 }], sessionAffinity: 'ClientIP' },
    }),
    probe('elsewhere', 'v1', 'Service', { spec: { type: 'ExternalName', externalName: 'x.example.com' } }),
    probe('headless', 'v1', 'Service', { spec: { clusterIP: 'None', selector: {} } }),
    probe('smallest', 'v1', 'Endpoints', {
      subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }],
    }),
    probe('smallest', 'v1', 'PersistentVolumeClaim', { spec: claimSpec }),
    probe('from a source', 'v1', 'PersistentVolumeClaim', { spec: { ...claimSpec, dataSource: source } }),
    probe('from elsewhere', 'v1', 'PersistentVolumeClaim', {
      spec: {
        ...claimSpec,
        dataSource: { ...source, kind: 'Other' },
        dataSourceRef: { ...source, namespace: 'n' },
      },
    }),
    probe('smallest', 'v1', 'PersistentVolume', { spec: volume }),
    probe('smallest', 'v1', 'Node'),
    probe('with capacity', 'v1', 'Node', { status: { capacity: { cpu: '4000m', memory: '4096Mi' } } }),
    probe('of containers', 'v1', 'LimitRange', { spec: { limits: [limit] } }),
    probe('smallest', 'v1', 'ResourceQuota', { spec: { hard: { pods: '1000' } } }),
    probe('smallest', 'v1', 'Event', {
      involvedObject: { kind: 'Pod', name: 'p', namespace: 'default' },
      reason: 'Probed',
    }),
  ]
}

function policies(): readonly Probe[] {
  const subjects = [
    { kind: 'User', name: 'u' },
    { kind: 'Group', name: 'g' },
    { kind: 'ServiceAccount', name: 's', namespace: 'default' },
  ]
  return [
    probe('smallest', RBAC, 'Role'),
    probe('with rules', RBAC, 'Role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
    probe('smallest', RBAC, 'ClusterRole'),
    probe('gathering', RBAC, 'ClusterRole', {
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    }),
    probe('smallest', RBAC, 'RoleBinding', { roleRef, subjects }),
    probe('smallest', RBAC, 'ClusterRoleBinding', { roleRef, subjects }),
    probe('without subjects', RBAC, 'ClusterRoleBinding', {
      roleRef: { ...roleRef, apiGroup: '' },
      subjects: [],
    }),
    probe('smallest', 'policy/v1', 'PodDisruptionBudget', { spec: { selector: {} } }),
    probe('smallest', ADMISSION, 'ValidatingWebhookConfiguration', { webhooks: [hook] }),
    probe('empty', ADMISSION, 'ValidatingWebhookConfiguration'),
    probe('smallest', ADMISSION, 'MutatingWebhookConfiguration', { webhooks: [hook] }),
    probe('smallest', ADMISSION, 'ValidatingAdmissionPolicy', {
      spec: { matchConstraints: { resourceRules: rules }, validations: [{ expression: 'true' }] },
    }),
    probe('smallest', ADMISSION, 'ValidatingAdmissionPolicyBinding', {
      spec: { policyName: 'p', validationActions: ['Deny'], matchResources: { resourceRules: rules } },
    }),
    probe('smallest', 'coordination.k8s.io/v1', 'Lease', {
      spec: { holderIdentity: 'me', renewTime: '2026-01-02T03:04:05.100000+01:00', leaseTransitions: 0 },
    }),
    probe('with features that are off', 'coordination.k8s.io/v1', 'Lease', {
      spec: { holderIdentity: 'me', strategy: 'OldestEmulationVersion', preferredHolder: 'you' },
    }),
    probe('empty', 'coordination.k8s.io/v1', 'Lease'),
    probe('smallest', 'scheduling.k8s.io/v1', 'PriorityClass', { value: 5, globalDefault: false }),
    probe('smallest', 'node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }),
    probe('smallest', 'flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
      spec: { priorityLevelConfiguration: { name: 'p' } },
    }),
    probe('limited', 'flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', {
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
    }),
  ]
}

function network(): readonly Probe[] {
  const backend = { service: { name: 's', port: { number: 80 } } }
  const http = { paths: [{ path: '/', pathType: 'Prefix', backend }] }
  const autoscaling = (title: string, version: string, spec: JsonObject) =>
    probe(title, `autoscaling/${version}`, 'HorizontalPodAutoscaler', {
      metadata: { name: `probe-${version}` },
      spec: { scaleTargetRef: target, maxReplicas: 3, ...spec },
    })
  return [
    probe('smallest', 'networking.k8s.io/v1', 'Ingress', { spec: { defaultBackend: backend } }),
    probe('with rules', 'networking.k8s.io/v1', 'Ingress', { spec: { rules: [{ host: 'a.b', http }] } }),
    probe('smallest', 'networking.k8s.io/v1', 'IngressClass', {
      spec: { controller: 'example.com/c', parameters: { kind: 'X', name: 'y' } },
    }),
    probe('smallest', 'networking.k8s.io/v1', 'NetworkPolicy', { spec: { podSelector: {} } }),
    probe('both ways', 'networking.k8s.io/v1', 'NetworkPolicy', {
      spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }], egress: [{}] },
    }),
    probe('smallest', 'discovery.k8s.io/v1', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.1.1.1'] }],
      ports: [{ port: 80 }],
    }),
    autoscaling('smallest', 'v1', {}),
    autoscaling('smallest', 'v2', {}),
    autoscaling('with behaviour', 'v2', { behavior: { scaleDown: { stabilizationWindowSeconds: 5 } } }),
  ]
}

function extensions(): readonly Probe[] {
  const names = { plural: 'probes', kind: 'Probe' }
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }
  const service = { name: 's', namespace: 'n' }
  return [
    probe('smallest', 'storage.k8s.io/v1', 'StorageClass', { provisioner: 'example.com/p' }),
    probe('smallest', 'storage.k8s.io/v1', 'CSIDriver', { spec: {} }),
    probe('smallest', 'storage.k8s.io/v1', 'CSINode', {
      spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: [] }] },
    }),
    probe('smallest', 'storage.k8s.io/v1', 'VolumeAttachment', {
      spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'p' } },
    }),
    probe('smallest', 'resource.k8s.io/v1', 'ResourceClaim', {
      spec: { devices: { requests: [{ name: 'r', exactly: { deviceClassName: 'c.example.com' } }] } },
    }),
    probe('smallest', 'resource.k8s.io/v1', 'DeviceClass', { spec: {} }),
    {
      title: 'smallest',
      object: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name: 'probes.example.com' },
        spec: { group: 'example.com', names, scope: 'Namespaced', versions: [version] },
      },
    },
    {
      title: 'elsewhere',
      object: {
        apiVersion: 'apiregistration.k8s.io/v1',
        kind: 'APIService',
        metadata: { name: 'v1.apis.example.com' },
        spec: {
          group: 'apis.example.com',
          version: 'v1',
          service,
          groupPriorityMinimum: 1,
          versionPriority: 1,
        },
      },
    },
  ]
}

function probe(title: string, apiVersion: string, kind: string, more: JsonObject = {}): Probe {
  return { title, object: { apiVersion, kind, metadata: { name: 'probe' }, ...more } }
}
