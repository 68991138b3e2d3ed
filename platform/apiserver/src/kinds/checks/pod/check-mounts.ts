import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { forbidden, invalid, notFound, required, unsupported } from '../complaints.ts'
import { maybeObject, objectIn, objectsIn, textIn } from '../members.ts'
import { descendingErrors, hasBacksteps } from './check-local-path.ts'

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None']

/** The volumes of a pod that are right, by name. */
export type Volumes = ReadonlyMap<string, JsonObject>

/** What is wrong with where a container has its volumes, and its block devices. */
export function checkMounts(container: JsonObject, volumes: Volumes, path: string): readonly FieldError[] {
  const mounts = objectsIn(container, 'volumeMounts')
  const devices = lastPaths(objectsIn(container, 'volumeDevices'), 'devicePath')
  const paths = new Set<string>()
  const mounted = mounts.flatMap((mount, at) => {
    const place = `${path}.volumeMounts[${at}]`
    const [name, mountPath] = [textIn(mount, 'name'), textIn(mount, 'mountPath')]
    const isTaken = paths.has(mountPath)
    paths.add(mountPath)
    return [
      ...(name === '' ? [required(`${place}.name`, '')] : []),
      ...(volumes.has(name) ? [] : [notFound(`${place}.name`, name)]),
      ...(mountPath === '' ? [required(`${place}.mountPath`, '')] : []),
      ...(isTaken ? [invalid(`${place}.mountPath`, mountPath, 'must be unique')] : []),
      ...(devices.has(name)
        ? [invalid(`${place}.name`, name, 'must not already exist in volumeDevices')]
        : []),
      ...([...devices.values()].includes(mountPath)
        ? [invalid(`${place}.mountPath`, mountPath, 'must not already exist as a path in volumeDevices')]
        : []),
      ...partErrors(mount, { place, list: `${path}.volumeMounts`, container }),
    ]
  })
  return [...mounted, ...deviceErrors(container, volumes, path)]
}

/** Of what is named twice the last counts. */
function lastPaths(list: readonly JsonObject[], field: string): ReadonlyMap<string, string> {
  return new Map(list.map((item) => [textIn(item, 'name'), textIn(item, field)]))
}

interface MountPlace {
  readonly place: string
  readonly list: string
  readonly container: JsonObject
}

function partErrors(mount: JsonObject, { place, list, container }: MountPlace): readonly FieldError[] {
  const [subPath, expression] = [textIn(mount, 'subPath'), textIn(mount, 'subPathExpr')]
  const propagation = textIn(mount, 'mountPropagation')
  const isPrivileged = objectIn(container, 'securityContext').privileged === true
  const field = `${list}.mountPropagation`
  return [
    ...(subPath === '' ? [] : descendingErrors(subPath, `${list}.subPath`)),
    ...(subPath !== '' && expression !== ''
      ? [invalid(`${place}.subPathExpr`, expression, 'subPathExpr and subPath are mutually exclusive')]
      : []),
    ...(expression === '' ? [] : descendingErrors(expression, `${list}.subPathExpr`)),
    ...(propagation === '' || PROPAGATIONS.includes(propagation)
      ? []
      : [unsupported(field, propagation, PROPAGATIONS)]),
    ...(propagation === 'Bidirectional' && !isPrivileged
      ? [forbidden(field, 'Bidirectional mount propagation is available only to privileged containers')]
      : []),
  ]
}

function deviceErrors(container: JsonObject, volumes: Volumes, path: string): readonly FieldError[] {
  const mounts = lastPaths(objectsIn(container, 'volumeMounts'), 'mountPath')
  const [names, paths] = [new Set<string>(), new Set<string>()]
  return objectsIn(container, 'volumeDevices').flatMap((device, at) => {
    const place = `${path}.volumeDevices[${at}]`
    const [name, devicePath] = [textIn(device, 'name'), textIn(device, 'devicePath')]
    const volume = volumes.get(name)
    const isClaim =
      volume && (maybeObject(volume, 'persistentVolumeClaim') ?? maybeObject(volume, 'ephemeral'))
    const [isNameTaken, isPathTaken] = [names.has(name), paths.has(devicePath)]
    const hasSteps = devicePath !== '' && hasBacksteps(devicePath)
    if (!hasSteps) paths.add(devicePath)
    if (name !== '') names.add(name)
    const only = 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
    return [
      ...(name === '' ? [required(`${place}.name`, '')] : []),
      ...(isNameTaken ? [invalid(`${place}.name`, name, 'must be unique')] : []),
      ...(volume !== undefined && !isClaim ? [invalid(`${place}.name`, name, only)] : []),
      ...(volume === undefined ? [notFound(`${place}.name`, name)] : []),
      ...(devicePath === '' ? [required(`${place}.devicePath`, '')] : []),
      ...(isPathTaken ? [invalid(`${place}.devicePath`, devicePath, 'must be unique')] : []),
      ...(hasSteps ? [invalid(`${place}.devicePath`, devicePath, "can not contain backsteps ('..')")] : []),
      ...(mounts.has(name) ? [invalid(`${place}.name`, name, 'must not already exist in volumeMounts')] : []),
      ...([...mounts.values()].includes(devicePath)
        ? [invalid(`${place}.devicePath`, devicePath, 'must not already exist as a path in volumeMounts')]
        : []),
    ]
  })
}
