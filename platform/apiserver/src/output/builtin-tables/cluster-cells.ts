import type { JsonObject } from '../../json/json-value.ts'
import { type Cells, count, filled, NONE, text, UNKNOWN } from './cell.ts'
import { EVENT_CELLS } from './event-cells.ts'
import { conditionAt, isTrueAt, listAt, objectAt, textAt } from './read-field.ts'

const ROLE_PREFIX = 'node-role.kubernetes.io/'

/** What the kinds of the cluster itself and plain data show, by group and kind. */
export const CLUSTER_CELLS: Readonly<Record<string, Cells>> = {
  '/Event': EVENT_CELLS,
  'events.k8s.io/Event': EVENT_CELLS,
  '/Namespace': { Status: text('status.phase') },
  '/ConfigMap': { Data: (object) => sizeOf(object, 'data') + sizeOf(object, 'binaryData') },
  '/Secret': { Type: text('type'), Data: (object) => sizeOf(object, 'data') },
  '/ServiceAccount': { Secrets: count('secrets') },
  '/ResourceQuota': {
    Request: (object) => quota(object, (name) => !name.startsWith('limits.')),
    Limit: (object) => quota(object, (name) => name.startsWith('limits.')),
  },
  '/Node': {
    Status: nodeStatus,
    Roles: (object) => nodeRoles(object).join(',') || NONE,
    Version: text('status.nodeInfo.kubeletVersion'),
    'Internal-IP': (object) => addressOf(object, 'InternalIP'),
    'External-IP': (object) => addressOf(object, 'ExternalIP'),
    'OS-Image': filled('status.nodeInfo.osImage', UNKNOWN),
    'Kernel-Version': filled('status.nodeInfo.kernelVersion', UNKNOWN),
    'Container-Runtime': filled('status.nodeInfo.containerRuntimeVersion', UNKNOWN),
  },
  'coordination.k8s.io/Lease': { Holder: text('spec.holderIdentity') },
}

function sizeOf(object: JsonObject, member: string): number {
  return Object.keys(objectAt(object, member)).length
}

function quota(object: JsonObject, isWanted: (name: string) => boolean): string {
  const hard = objectAt(object, 'status.hard')
  const used = objectAt(object, 'status.used')
  const names = Object.keys(hard).filter(isWanted).sort()
  return names.map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`).join(', ')
}

function nodeStatus(node: JsonObject): string {
  const ready = conditionAt(node, 'status.conditions', 'Ready')
  const state = ready === undefined ? 'Unknown' : ready.status === 'True' ? 'Ready' : 'NotReady'
  return isTrueAt(node, 'spec.unschedulable') ? `${state},SchedulingDisabled` : state
}

function nodeRoles(node: JsonObject): readonly string[] {
  const roles = Object.entries(objectAt(node, 'metadata.labels')).map(([key, value]) =>
    key.startsWith(ROLE_PREFIX)
      ? key.slice(ROLE_PREFIX.length)
      : key === 'kubernetes.io/role'
        ? String(value)
        : '',
  )
  return [...new Set(roles)].filter((role) => role !== '').sort()
}

function addressOf(node: JsonObject, type: string): string {
  const found = listAt(node, 'status.addresses').find((it) => textAt(it, 'type') === type)
  return found === undefined ? NONE : textAt(found, 'address')
}
