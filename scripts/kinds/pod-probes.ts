import type { JsonObject } from '../../platform/apiserver/src/json/json-value.ts'
import type { Probe } from './default-probes.ts'

const labels = { app: 'web' }
const selector = { matchLabels: labels }
const containers = [{ name: 'main', image: 'nginx' }]
const template = { metadata: { labels }, spec: { containers } }
const jobTemplate = { spec: { containers, restartPolicy: 'Never' } }
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } }

/** Pods in all their parts, and the kinds that hold templates of them. */
export function podProbes(): readonly Probe[] {
  return [...smallPods(), ...fullContainers(), ...volumes(), ...oddPods(), ...workloads(), ...batch()]
}

function smallPods(): readonly Probe[] {
  return [
    pod('smallest', { containers }),
    pod('old account name', { containers, serviceAccount: 'default', automountServiceAccountToken: true }),
    pod('images', {
      containers: ['a:latest', 'b:1.2', 'c@sha256:'.padEnd(73, 'a'), 'reg:5000/d', 'reg:5000/e:1'].map(
        (image, at) => ({ name: `c${at}`, image }),
      ),
    }),
  ]
}

function fullContainers(): readonly Probe[] {
  return [
    pod('ports and probes', {
      hostNetwork: true,
      containers: [
        {
          ...containers[0],
          ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP', hostPort: 0 }],
          livenessProbe: { httpGet: { port: 80 }, initialDelaySeconds: 0 },
          readinessProbe: { grpc: { port: 9000 }, periodSeconds: 3 },
          startupProbe: { tcpSocket: { port: 'web' } },
          lifecycle: { preStop: { httpGet: { port: 80, path: '/x' } } },
        },
      ],
    }),
    pod('environment and resources', {
      containers: [
        {
          ...containers[0],
          env: [
            { name: 'A', value: '' },
            { name: 'B', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
            { name: 'C', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
            { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } },
          ],
          resources: { limits: { cpu: 0.5, memory: '1024Mi', 'example.com/x': '2000m' } },
        },
        {
          name: 'asks',
          image: 'b:1',
          resources: { requests: { cpu: '1000m' }, limits: { memory: '1.5Gi' } },
        },
      ],
    }),
  ]
}

function volumes(): readonly Probe[] {
  return [
    pod('volumes', {
      containers,
      volumes: [
        { name: 'none' },
        { name: 'secret', secret: { secretName: 's' } },
        { name: 'config', configMap: { name: 'c', items: [{ key: 'a', path: 'b' }] } },
        { name: 'down', downwardAPI: { items: [{ path: 'n', fieldRef: { fieldPath: 'metadata.name' } }] } },
        { name: 'host', hostPath: { path: '/x' } },
        { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
        { name: 'claim', persistentVolumeClaim: { claimName: 'c', readOnly: false } },
        { name: 'empty', emptyDir: { sizeLimit: '0.5Gi' } },
        { name: 'iscsi', iscsi: { targetPortal: 'p', iqn: 'iqn.2001-04.com.example:a', lun: 0 } },
        { name: 'own', ephemeral: { volumeClaimTemplate: { spec: claim } } },
      ],
    }),
  ]
}

function oddPods(): readonly Probe[] {
  return [
    pod('empty values', {
      containers: [{ ...containers[0], args: [], env: [], stdin: false, tty: false, command: null }],
      hostNetwork: false,
      hostPID: false,
      nodeSelector: {},
      tolerations: [{ operator: 'Exists' }],
      initContainers: [{ name: 'first', image: 'b:1', workingDir: '' }],
      shareProcessNamespace: false,
      priority: 0,
    }),
    pod('gated', { containers, schedulingGates: [{ name: 'example.com/wait' }] }),
    pod('features that are off', {
      hostnameOverride: 'x',
      containers: [{ ...containers[0], env: [{ name: 'A', value: 'b' }], restartPolicyRules: [] }],
    }),
    pod('guaranteed', {
      automountServiceAccountToken: false,
      priorityClassName: 'system-node-critical',
      containers: [{ ...containers[0], resources: { limits: { cpu: '2', memory: '1Gi' } } }],
    }),
    pod('spread', {
      containers,
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
      ],
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'host', labelSelector: selector }],
        },
      },
    }),
  ]
}

function workloads(): readonly Probe[] {
  const ofApps = (title: string, kind: string, spec: JsonObject) => workload(title, 'apps/v1', kind, spec)
  return [
    workload('smallest', 'v1', 'PodTemplate', undefined, { template }),
    workload('smallest', 'v1', 'ReplicationController', { template }),
    ofApps('smallest', 'Deployment', { selector, template }),
    ofApps('recreated', 'Deployment', { selector, template, strategy: { type: 'Recreate' }, replicas: 0 }),
    ofApps('rolling', 'Deployment', {
      selector,
      template: { ...template, spec: { containers, serviceAccountName: 'runner' } },
      strategy: { rollingUpdate: { maxSurge: 1 } },
      minReadySeconds: 0,
      paused: false,
    }),
    ofApps('smallest', 'ReplicaSet', { selector, template }),
    ofApps('smallest', 'DaemonSet', { selector, template }),
    ofApps('on delete', 'DaemonSet', {
      selector,
      template,
      updateStrategy: { type: 'OnDelete', rollingUpdate: {} },
    }),
    ofApps('smallest', 'StatefulSet', { selector, template, serviceName: 'web' }),
    ofApps('with claims', 'StatefulSet', {
      selector,
      template,
      updateStrategy: { type: 'RollingUpdate' },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
    }),
    workload('smallest', 'apps/v1', 'ControllerRevision', undefined, { revision: 1, data: { a: { b: '' } } }),
  ]
}

function batch(): readonly Probe[] {
  const ofBatch = (title: string, kind: string, spec: JsonObject) => workload(title, 'batch/v1', kind, spec)
  const rules = [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }]
  return [
    ofBatch('smallest', 'Job', { template: jobTemplate }),
    ofBatch('parallel', 'Job', { template: jobTemplate, parallelism: 3 }),
    ofBatch('labelled', 'Job', { template: { ...jobTemplate, metadata: { labels } } }),
    ofBatch('indexed', 'Job', {
      template: jobTemplate,
      completions: 2,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 1,
    }),
    ofBatch('with a failure policy', 'Job', { template: jobTemplate, podFailurePolicy: { rules } }),
    ofBatch('smallest', 'CronJob', {
      schedule: '* * * * *',
      jobTemplate: { spec: { template: jobTemplate } },
    }),
  ]
}

function pod(title: string, spec: JsonObject): Probe {
  return workload(title, 'v1', 'Pod', spec)
}

function workload(
  title: string,
  apiVersion: string,
  kind: string,
  spec: JsonObject | undefined,
  more: JsonObject = {},
): Probe {
  const object = { apiVersion, kind, metadata: { name: 'probe' }, ...more, ...(spec && { spec }) }
  return { title, object }
}
