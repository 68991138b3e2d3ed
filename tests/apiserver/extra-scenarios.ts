import type { Scenario } from './scenarios.ts'
import type { Ask } from './twins.ts'

const PODS = '/api/v1/namespaces/default/pods'
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses'
const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const MERGE = 'application/merge-patch+json'
/** A request for a certificate that openssl made: CN=bob, O=team. */
const PEM =
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlJQ1lqQ0NBVW9DQVFBd0hURU1NQW9HQTFVRUF3d0RZbTlpTVEwd0N3WURWUVFLREFSMFpXRnRNSUlCSWpBTgpCZ2txaGtpRzl3MEJBUUVGQUFPQ0FROEFNSUlCQ2dLQ0FRRUF2R2NlM1M5WFZMSmdWeHB2bklxWjJtZDBTZDExCnVkWDVYWFNhU01HOGxmUERNdTI1UTE5SGU5NDR3RmZVTUg3NlNlNXVYN1ZsUDlId1lyN1lYNXNkYmRqQ085SHQKWkpFRmE3WXJGK0VGRHdFcExRODZ4dWdSZnhKVS9uWWpOSFo1amE0MjBMQ2V6emhxZFZqVUJjWG9ZWVZHcTNjYgpJQ1YxaThiYXZMTlY5UXR6WmNDcmxXNjJLS1hKMmE0WFRiZFh5dk8yclhoS3prQlcwdkJVOEQ5eCthaGdTL2xDCjBWR05jczV5SFVYSXZUSjY1eFFjQ3A2eXBpd3EyMUNsVFVldUJaZTIrb3lFQ3IyRHFlMnN0dndHSjdhNlM4d2gKS0ExUjVNdkJzVkhvd2VyUFhjeWdSU1hYZmEzUHllWk8waTdrYzN2Z0I3cWtmcnhBOFEyTXpBQmw5d0lEQVFBQgpvQUF3RFFZSktvWklodmNOQVFFTEJRQURnZ0VCQUZzSTlKSDc3MDFPTENFbnkwdUNQSmpBSHBtbUw0VnlMeTNYCk8wUkNRSkpWM2U2bmsydWNQQmxoejVVcEdvdmZuMHBWbmVocHlRWjRIYlNMQTUrWTdVUEM2S0ROWjdMd2QrVGkKNVZLNXhnRURVVTNSWHI2WExRNlc0blBHVSs0M2krQXVRQWdXNy9KNUZobHJnVWRYTHVuNXU2YWJnWlFyMUo0NwpjUE9oTzVMUWk1VEFnNTduaWUvUC90bEJ0Qk10Y24yYUNiRHMwd2cvVDlIUE8vTDlxY1NEcStrMW5jZWt2TDhlCkE1Q3RxMGRyek5MQ2FuSUdGc2ZiSlBvTXVYWTRkenVmVW5nNXVBZ0JCdVJ1TFkzVjlJMUthSVV2b29FRS9YOTcKSkxKQmNRL0Z0ZUNXTjNKK3NVQjZCaXFhQVZEV0tEcG1YcVkrYTJXUmo5NHVlMU1odjNRPQotLS0tLUVORCBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0K'

const get = (path: string): Ask => ({ method: 'GET', path })
const post = (path: string, body: object): Ask => ({ method: 'POST', path, body })
const patch = (path: string, body: object): Ask => ({ method: 'PATCH', path, type: MERGE, body })
const remove = (path: string): Ask => ({ method: 'DELETE', path })

const pod = (name: string, spec: object = {}, labels: object = { app: name }): Ask =>
  post(PODS, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels },
    spec: { ...spec, containers: [{ name: 'a', image: 'x' }] },
  })
const priorityClass = (name: string, value: number, more: object = {}): Ask =>
  post(CLASSES, {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value,
    ...more,
  })
const evict = (name: string, more: object = {}, { path = name, query = '' } = {}): Ask =>
  post(`${PODS}/${path}/eviction${query}`, {
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name },
    ...more,
  })
const bind = (name: string, target: object, { path = name, query = '', meta = {} } = {}): Ask =>
  post(`${PODS}/${path}/binding${query}`, {
    apiVersion: 'v1',
    kind: 'Binding',
    metadata: { name, ...meta },
    target,
  })
const look = (name: string, container: object): Ask => ({
  method: 'PATCH',
  path: `${PODS}/${name}/ephemeralcontainers`,
  type: 'application/strategic-merge-patch+json',
  body: { spec: { ephemeralContainers: [container] } },
})
const budget = (name: string, app: string): Ask =>
  post(BUDGETS, {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels: { app } } },
  })
const request = (name: string, spec: object): Ask =>
  post(REQUESTS, {
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec,
  })
const decide = (name: string, ...conditions: readonly object[]): Ask =>
  patch(`${REQUESTS}/${name}/approval`, { status: { conditions } })

const yaml = (query: string, ...lines: readonly string[]): Ask => ({
  method: 'POST',
  path: `/api/v1/namespaces/default/configmaps?fieldValidation=${query}`,
  type: 'application/yaml',
  body: ['apiVersion: v1', 'kind: ConfigMap', 'metadata:', '  name: said-twice', ...lines, ''].join('\n'),
})
const TWICE = ['data:', "  a: '1'", 'data:', "  b: '2'", "  b: '3'"]

const NODE = { apiVersion: 'v1', kind: 'Node', name: 'n1' }
const ASKED = { request: PEM, signerName: 'example.com/s', usages: ['client auth'] }
const APPROVED = { type: 'Approved', status: 'True', reason: 'R', message: 'm' }
const DENIED = { type: 'Denied', status: 'True' }

/** What few clients ask for, in the order in which it has to be asked. */
export const EXTRA_SCENARIOS: readonly Scenario[] = [
  {
    title: 'priority classes and the priority of pods',
    asks: [
      get(CLASSES),
      priorityClass('high', 1000, { preemptionPolicy: 'Never' }),
      pod('first', { priorityClassName: 'high' }),
      pod('second', { priorityClassName: 'none' }),
      pod('second', { priorityClassName: 'high', priority: 3 }),
      pod('second', { priorityClassName: 'high', preemptionPolicy: 'PreemptLowerPriority' }),
      pod('second', { priority: 5 }),
      pod('critical', { priorityClassName: 'system-node-critical' }),
      remove(`${CLASSES}/system-node-critical`),
      remove(`${CLASSES}/high`),
    ],
  },
  {
    title: 'evictions',
    asks: [
      pod('evicted'),
      evict('evicted', {}, { path: 'other' }),
      evict('nobody'),
      evict('evicted', {}, { query: '?dryRun=All' }),
      evict('evicted', { foo: 1 }, { query: '?fieldValidation=Strict' }),
      post(`${PODS}/evicted/eviction`, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'evicted' } }),
      get(`${PODS}/evicted`),
      evict('evicted', { deleteOptions: { gracePeriodSeconds: 0 } }),
      get(`${PODS}/evicted`),
      pod('guarded'),
      patch(`${PODS}/guarded/status`, { status: { phase: 'Running' } }),
      budget('one', 'guarded'),
      budget('two', 'guarded'),
      evict('guarded'),
      remove(`${BUDGETS}/one`),
      remove(`${BUDGETS}/two`),
      evict('guarded', { deleteOptions: { gracePeriodSeconds: 0 } }),
      get(`${PODS}/guarded`),
    ],
  },
  {
    title: 'bindings',
    asks: [
      pod('bound'),
      bind('bound', { kind: 'Pod', name: 'x' }),
      bind('bound', {}),
      bind('bound', NODE, { path: 'other' }),
      bind('nobody', NODE),
      bind('bound', NODE, { query: '?dryRun=All' }),
      get(`${PODS}/bound`),
      bind('bound', NODE, { meta: { annotations: { a: 'b' }, labels: { c: 'd' } } }),
      get(`${PODS}/bound`),
      bind('bound', NODE),
    ],
  },
  {
    title: 'ephemeral containers',
    asks: [
      pod('looked-at'),
      get(`${PODS}/looked-at/ephemeralcontainers`),
      look('looked-at', { name: 'dbg', image: 'busybox', stdin: true }),
      look('looked-at', { name: 'dbg', image: 'other' }),
      look('looked-at', { name: 'dbg2' }),
      look('looked-at', { name: 'a', image: 'x' }),
      look('looked-at', {
        name: 'dbg2',
        image: 'x',
        ports: [{ containerPort: 80 }],
        targetContainerName: 'z',
      }),
      look('looked-at', { name: 'dbg2', image: 'x', targetContainerName: 'a' }),
      get(`${PODS}/looked-at`),
    ],
  },
  {
    title: 'requests for certificates',
    asks: [
      request('wrong', { request: 'Zm9v', signerName: 'x', usages: [] }),
      request('r', { ...ASKED, username: 'eve', groups: ['g'] }),
      get(`${REQUESTS}/r/approval`),
      patch(`${REQUESTS}/r`, { spec: { signerName: 'example.com/t' }, metadata: { labels: { a: 'b' } } }),
      patch(`${REQUESTS}/r/status`, { status: { conditions: [APPROVED] } }),
      decide('r', { type: 'Approved', status: 'False' }),
      decide('r', APPROVED, DENIED),
      decide('r', APPROVED),
      decide('r', DENIED),
      patch(`${REQUESTS}/r/status`, { status: { certificate: 'anVuaw==' } }),
      get(`${REQUESTS}/r`),
      remove(`${REQUESTS}/r`),
    ],
  },
  {
    title: 'YAML that says something twice',
    asks: [
      yaml('Strict', ...TWICE),
      yaml('Strict', '  labels:', '    x: a', '    x: b'),
      yaml('Strict', 'data:', "  <<: {a: '1'}", "  a: '2'"),
      yaml('Strict', 'data:', '  a: yes'),
      yaml('Warn', ...TWICE),
      remove('/api/v1/namespaces/default/configmaps/said-twice'),
      yaml('Ignore', ...TWICE),
      {
        method: 'PATCH',
        path: '/api/v1/namespaces/default/configmaps/said-twice?fieldManager=m&force=true&fieldValidation=Strict',
        type: 'application/apply-patch+yaml',
        body: "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: '1'\n  a: '2'\n",
      },
      {
        method: 'PATCH',
        path: '/api/v1/namespaces/default/configmaps/said-twice?fieldManager=m&force=true',
        type: 'application/apply-patch+yaml',
        body: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: said-twice}\ndata:\n  a: '1'\n  a: '2'\n",
      },
      remove('/api/v1/namespaces/default/configmaps/said-twice'),
    ],
  },
]
