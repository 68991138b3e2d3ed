import type { JsonObject } from '../../json/json-value.ts'
import { type Cell, type Cells, count, flag, NONE, text, UNSET } from './cell.ts'
import { listAt, objectAt, readField, textAt, textsAt } from './read-field.ts'

const MODES = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
] as const
const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]

const PHASE: Cell = (object) =>
  readField(object, 'metadata.deletionTimestamp') === undefined
    ? textAt(object, 'status.phase')
    : 'Terminating'
/** An old annotation goes before the field. */
const CLASS: Cell = (object) =>
  objectAt(object, 'metadata.annotations')['volume.beta.kubernetes.io/storage-class'] ??
  textAt(object, 'spec.storageClassName')
const VOLUME: Cells = {
  Status: PHASE,
  StorageClass: CLASS,
  VolumeAttributesClass: text('spec.volumeAttributesClassName', UNSET),
  VolumeMode: text('spec.volumeMode', UNSET),
}

/** What the kinds of storage show, by group and kind. */
export const STORAGE_CELLS: Readonly<Record<string, Cells>> = {
  '/PersistentVolume': {
    ...VOLUME,
    Capacity: text('spec.capacity.storage', '0'),
    'Access Modes': (object) => accessModes(object, 'spec.accessModes'),
    'Reclaim Policy': text('spec.persistentVolumeReclaimPolicy'),
    Claim: (object) =>
      readField(object, 'spec.claimRef') === undefined
        ? ''
        : `${textAt(object, 'spec.claimRef.namespace')}/${textAt(object, 'spec.claimRef.name')}`,
    Reason: text('status.reason'),
  },
  '/PersistentVolumeClaim': {
    ...VOLUME,
    Volume: text('spec.volumeName'),
    Capacity: (object) => (isBound(object) ? textAt(object, 'status.capacity.storage', '0') : ''),
    'Access Modes': (object) => (isBound(object) ? accessModes(object, 'status.accessModes') : ''),
  },
  'storage.k8s.io/StorageClass': {
    Name: (object) => textAt(object, 'metadata.name') + (isDefault(object) ? ' (default)' : ''),
    Provisioner: text('provisioner'),
    ReclaimPolicy: text('reclaimPolicy', 'Delete'),
    VolumeBindingMode: text('volumeBindingMode', 'Immediate'),
    AllowVolumeExpansion: flag('allowVolumeExpansion'),
  },
  'storage.k8s.io/CSIDriver': {
    AttachRequired: flag('spec.attachRequired', true),
    PodInfoOnMount: flag('spec.podInfoOnMount'),
    StorageCapacity: flag('spec.storageCapacity'),
    TokenRequests: (object) =>
      readField(object, 'spec.tokenRequests') === undefined
        ? UNSET
        : textsAt(object, 'spec.tokenRequests', 'audience').join(','),
    RequiresRepublish: flag('spec.requiresRepublish'),
    Modes: (object) => textsAt(object, 'spec.volumeLifecycleModes').join(',') || NONE,
  },
  'storage.k8s.io/CSINode': { Drivers: count('spec.drivers') },
  'storage.k8s.io/VolumeAttachment': {
    Attacher: text('spec.attacher'),
    PV: text('spec.source.persistentVolumeName'),
    Node: text('spec.nodeName'),
    Attached: flag('status.attached'),
  },
  'storage.k8s.io/VolumeAttributesClass': { DriverName: text('driverName') },
}

function isBound(claim: JsonObject): boolean {
  return textAt(claim, 'spec.volumeName') !== ''
}

function isDefault(object: JsonObject): boolean {
  const annotations = objectAt(object, 'metadata.annotations')
  return DEFAULT_CLASS.some((name) => annotations[name] === 'true')
}

function accessModes(object: JsonObject, path: string): string {
  const given = new Set(listAt(object, path))
  return MODES.filter(([mode]) => given.has(mode))
    .map(([, short]) => short)
    .join(',')
}
