import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { KindName } from '../defaults/with-defaults.ts'

const NAME = 'metadata.name'
const NAMESPACE = 'metadata.namespace'
const EVENT = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']

/** Which fields a selector may name, per kind; all others take name and namespace. */
const SELECTABLE: Readonly<Record<string, readonly string[]>> = {
  '/Event': [
    ...EVENT.map((field) => `involvedObject.${field}`),
    'reason',
    'reportingComponent',
    'source',
    'type',
    NAMESPACE,
    NAME,
  ],
  '/Namespace': ['status.phase', NAME],
  '/Node': [NAME, 'spec.unschedulable'],
  '/Pod': [
    NAME,
    NAMESPACE,
    'spec.nodeName',
    'spec.restartPolicy',
    'spec.schedulerName',
    'spec.serviceAccountName',
    'spec.hostNetwork',
    'status.phase',
    'status.podIP',
    'status.podIPs',
    'status.nominatedNodeName',
  ],
  '/ReplicationController': [NAME, NAMESPACE, 'status.replicas'],
  '/Secret': ['type', NAMESPACE, NAME],
  '/Service': [NAMESPACE, NAME, 'spec.clusterIP', 'spec.type'],
  'batch/Job': [NAME, NAMESPACE, 'status.successful'],
  'certificates.k8s.io/CertificateSigningRequest': [NAME, 'spec.signerName'],
  'events.k8s.io/Event': [
    ...EVENT.map((field) => `regarding.${field}`),
    'reason',
    'reportingController',
    'type',
    NAMESPACE,
    NAME,
  ],
  'resource.k8s.io/ResourceSlice': [NAME, 'spec.nodeName', 'spec.driver'],
}

/** Where a value is not simply the text at its path. */
const VALUES: Readonly<Record<string, (object: JsonObject) => JsonValue | undefined>> = {
  '/Event source': (event) => at(event, 'source.component') ?? event.reportingComponent,
  '/Node spec.unschedulable': (node) => at(node, 'spec.unschedulable') ?? false,
  '/Pod spec.hostNetwork': (pod) => at(pod, 'spec.hostNetwork') ?? false,
  '/Pod status.podIP': firstPodIp,
  // Accepted, but never matched by a value.
  '/Pod status.podIPs': () => undefined,
  '/ReplicationController status.replicas': (controller) => at(controller, 'status.replicas') ?? 0,
  'batch/Job status.successful': (job) => at(job, 'status.succeeded') ?? 0,
}

/** The fields that a field selector on this built-in kind may name. */
export function selectableFields({ group, kind }: KindName): readonly string[] {
  return SELECTABLE[`${group}/${kind}`] ?? [NAME, NAMESPACE]
}

/** What a field selector compares; empty text for what is absent. */
export function selectableValue(object: JsonObject, field: string, { group, kind }: KindName): string {
  const special = VALUES[`${group}/${kind} ${field}`]
  const value = special === undefined ? at(object, field) : special(object)
  return value === undefined || value === null || typeof value === 'object' ? '' : `${value}`
}

function firstPodIp(pod: JsonObject): JsonValue | undefined {
  const ips = at(pod, 'status.podIPs')
  const first = isList(ips) ? ips[0] : undefined
  return isObject(first) ? first.ip : undefined
}

function at(object: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = object
  for (const step of path.split('.')) value = isObject(value) ? value[step] : undefined
  return value === '' ? undefined : value
}
