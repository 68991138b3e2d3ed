interface BuiltinObject {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly [member: string]: unknown
}

const meta = (name: string) => ({ name })
const pod = { containers: [{ name: 'c', image: 'nginx' }] }
const template = { metadata: { labels: { a: 'b' } }, spec: pod }
const selector = { matchLabels: { a: 'b' } }
/** The least that each kind takes, and where it goes. */
export const BUILTIN_OBJECTS: readonly (readonly [path: string, object: BuiltinObject])[] = [
  [
    '/api/v1/namespaces/default/configmaps',
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: meta('x'), data: { a: 'b' } },
  ],
  [
    '/api/v1/namespaces/default/secrets',
    { apiVersion: 'v1', kind: 'Secret', metadata: meta('x'), stringData: { a: 'b' } },
  ],
  [
    '/api/v1/namespaces/default/serviceaccounts',
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: meta('x') },
  ],
  [
    '/apis/apps/v1/namespaces/default/deployments',
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: meta('x'), spec: { selector, template } },
  ],
  [
    '/apis/apps/v1/namespaces/default/statefulsets',
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: meta('x'),
      spec: { selector, serviceName: 's', template },
    },
  ],
  [
    '/apis/batch/v1/namespaces/default/jobs',
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: meta('x'),
      spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } },
    },
  ],
  [
    '/apis/batch/v1/namespaces/default/cronjobs',
    {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: meta('x'),
      spec: {
        schedule: '* * * * *',
        jobTemplate: { spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } } },
      },
    },
  ],
  [
    '/apis/networking.k8s.io/v1/namespaces/default/ingresses',
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: meta('x'),
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
    },
  ],
  [
    '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'NetworkPolicy',
      metadata: meta('x'),
      spec: { podSelector: {} },
    },
  ],
  [
    '/api/v1/namespaces/default/persistentvolumeclaims',
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: meta('x'),
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: meta('x'),
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    },
  ],
  [
    '/apis/rbac.authorization.k8s.io/v1/namespaces/default/rolebindings',
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: meta('x'),
      roleRef: { kind: 'Role', name: 'x' },
      subjects: [{ kind: 'User', name: 'u' }],
    },
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: meta('x'),
      spec: { holderIdentity: 'a', leaseDurationSeconds: 15, acquireTime: '2026-01-01T00:00:00.000000Z' },
    },
  ],
  [
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: meta('x'),
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    },
  ],
  [
    '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: meta('x'),
      spec: { minAvailable: 1, selector },
    },
  ],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: meta('x'), provisioner: 'p' },
  ],
  [
    '/apis/scheduling.k8s.io/v1/priorityclasses',
    { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: meta('x'), value: 5 },
  ],
  ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: meta('x') }],
  [
    '/api/v1/namespaces/default/events',
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: meta('x'),
      involvedObject: { kind: 'Pod', namespace: 'default', name: 'p' },
      reason: 'r',
      message: 'm',
      type: 'Normal',
    },
  ],
  [
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: meta('xs.e.io'),
      spec: {
        group: 'e.io',
        scope: 'Cluster',
        names: { plural: 'xs', kind: 'X' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    },
  ],
]
