import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { duplicate, forbidden, invalid, invalids, required, unsupported } from '../complaints.ts'
import { has, maybeObject, objectsIn, textIn } from '../members.ts'
import { labelErrors, subdomainErrors } from '../name-words.ts'
import { quantityValue } from '../quantity-value.ts'
import { keyErrors, modeErrors } from './check-key-files.ts'
import { backstepErrors } from './check-local-path.ts'
import type { Volumes } from './check-mounts.ts'
import { checkDownwardItems, checkProjected } from './check-projected.ts'

const HOST_TYPES = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
]

type SourceCheck = (source: JsonObject, path: string) => readonly FieldError[]

/** In the order in which they are looked at; those without rules here are taken as they are. */
const SOURCES: Readonly<Record<string, SourceCheck>> = {
  emptyDir: (source, path) =>
    has(source, 'sizeLimit') && quantityValue(source.sizeLimit) < 0n
      ? [forbidden(`${path}.sizeLimit`, 'SizeLimit field must be a valid resource quantity')]
      : [],
  hostPath: hostPathErrors,
  gitRepo: (source, path) => needs(source, path, 'repository'),
  gcePersistentDisk: () => [],
  awsElasticBlockStore: () => [],
  secret: (source, path) => keysErrors(source, path, 'secretName'),
  nfs: nfsErrors,
  iscsi: () => [],
  glusterfs: () => [],
  flocker: () => [],
  persistentVolumeClaim: (source, path) => needs(source, path, 'claimName'),
  rbd: () => [],
  cinder: () => [],
  cephfs: () => [],
  quobyte: () => [],
  downwardAPI: checkDownwardItems,
  fc: () => [],
  flexVolume: () => [],
  configMap: (source, path) => keysErrors(source, path, 'name'),
  azureFile: () => [],
  vsphereVolume: () => [],
  photonPersistentDisk: () => [],
  portworxVolume: () => [],
  azureDisk: () => [],
  storageos: () => [],
  projected: checkProjected,
  scaleIO: () => [],
  csi: (source, path) => {
    const driver = textIn(source, 'driver')
    const wrong = invalids(`${path}.driver`, driver, subdomainErrors(driver.toLowerCase()))
    return [...needs(source, path, 'driver'), ...wrong]
  },
  ephemeral: (source, path) =>
    has(source, 'volumeClaimTemplate') ? [] : [required(`${path}.volumeClaimTemplate`, '')],
  image: () => [],
}

/** What is wrong with the volumes of a pod; `good` has those that can be mounted. */
export function checkVolumes(
  volumes: readonly JsonObject[],
  path: string,
): { readonly errors: readonly FieldError[]; readonly good: Volumes } {
  const good = new Map<string, JsonObject>()
  const errors = volumes.flatMap((volume, at) => {
    const place = `${path}[${at}]`
    const name = textIn(volume, 'name')
    const wrong = [
      ...sourceErrors(volume, place),
      ...(name === '' ? [required(`${place}.name`, '')] : invalids(`${place}.name`, name, labelErrors(name))),
      ...(good.has(name) ? [duplicate(`${place}.name`, name)] : []),
    ]
    if (wrong.length === 0) good.set(name, volume)
    return wrong
  })
  return { errors, good }
}

function sourceErrors(volume: JsonObject, path: string): readonly FieldError[] {
  const given = Object.keys(SOURCES).filter((name) => has(volume, name))
  const [first, ...more] = given
  if (first === undefined) return [required(path, 'must specify a volume type')]
  return [
    ...(SOURCES[first]?.(maybeObject(volume, first) ?? {}, `${path}.${first}`) ?? []),
    ...more.map((name) => forbidden(`${path}.${name}`, 'may not specify more than 1 volume type')),
  ]
}

function needs(source: JsonObject, path: string, field: string): readonly FieldError[] {
  return textIn(source, field) === '' ? [required(`${path}.${field}`, '')] : []
}

function hostPathErrors(source: JsonObject, path: string): readonly FieldError[] {
  const [given, type] = [textIn(source, 'path'), textIn(source, 'type')]
  if (given === '') return [required(`${path}.path`, '')]
  return [
    ...backstepErrors(given, `${path}.path`),
    ...(HOST_TYPES.includes(type) ? [] : [unsupported(`${path}.type`, type, HOST_TYPES)]),
  ]
}

function nfsErrors(source: JsonObject, path: string): readonly FieldError[] {
  const given = textIn(source, 'path')
  return [
    ...needs(source, path, 'server'),
    ...needs(source, path, 'path'),
    ...(given.startsWith('/') ? [] : [invalid(`${path}.path`, given, 'must be an absolute path')]),
  ]
}

function keysErrors(source: JsonObject, path: string, name: string): readonly FieldError[] {
  return [
    ...needs(source, path, name),
    ...modeErrors(source, `${path}.defaultMode`, 'defaultMode'),
    ...objectsIn(source, 'items').flatMap((item, at) => keyErrors(item, `${path}.items[${at}]`)),
  ]
}
