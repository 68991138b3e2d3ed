import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkContainerResources } from '../check-resource-amounts.ts'
import { duplicate, forbidden, invalids, required } from '../complaints.ts'
import { has, numberIn, objectIn, objectsIn, textIn } from '../members.ts'
import { labelErrors } from '../name-words.ts'
import { oneOf } from '../one-of.ts'
import { checkContainerPorts, hostPortConflicts } from './check-container-ports.ts'
import { checkEnvironment } from './check-environment.ts'
import { checkMounts, type Volumes } from './check-mounts.ts'
import { checkLifecycle, checkProbes } from './check-probes.ts'
import { checkContainerSecurity } from './check-security.ts'

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never']
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError']

/** What is wrong with the containers of a pod, and those that run before them. */
export function checkContainers(spec: JsonObject, volumes: Volumes, path: string): readonly FieldError[] {
  const containers = objectsIn(spec, 'containers')
  const grace = numberIn(spec, 'terminationGracePeriodSeconds')
  const list = `${path}.containers`
  const names = new Set<string>()
  const errors =
    containers.length === 0
      ? [required(list, '')]
      : containers.flatMap((container, at) => {
          const place = `${list}[${at}]`
          const name = textIn(container, 'name')
          const again = names.has(name) ? [duplicate(`${place}.name`, name)] : []
          names.add(name)
          return [
            ...containerErrors(container, volumes, place),
            ...again,
            ...checkLifecycle(container, place, grace),
            ...checkProbes(container, place, grace),
            ...(has(container, 'restartPolicy')
              ? [forbidden(`${place}.restartPolicy`, 'may not be set for non-init containers')]
              : []),
          ]
        })
  return [...errors, ...hostPortConflicts(containers, list), ...initErrors(spec, volumes, path)]
}

function initErrors(spec: JsonObject, volumes: Volumes, path: string): readonly FieldError[] {
  const list = `${path}.initContainers`
  const grace = numberIn(spec, 'terminationGracePeriodSeconds')
  const names = new Set(objectsIn(spec, 'containers').map((container) => textIn(container, 'name')))
  return objectsIn(spec, 'initContainers').flatMap((container, at) => {
    const place = `${list}[${at}]`
    const name = textIn(container, 'name')
    const policy = textIn(container, 'restartPolicy')
    const again = names.has(name) ? [duplicate(`${place}.name`, name)] : []
    if (name !== '') names.add(name)
    const lasting =
      policy === 'Always'
        ? [...checkLifecycle(container, place, grace), ...checkProbes(container, place, grace)]
        : ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']
            .filter((field) => has(container, field))
            .map((field) =>
              forbidden(
                `${place}.${field}`,
                'may not be set for init containers without restartPolicy=Always',
              ),
            )
    return [
      ...containerErrors(container, volumes, place),
      ...again,
      ...hostPortConflicts([container], list),
      ...lasting,
    ]
  })
}

function containerErrors(container: JsonObject, volumes: Volumes, path: string): readonly FieldError[] {
  const name = textIn(container, 'name')
  return [
    ...(name === '' ? [required(`${path}.name`, '')] : invalids(`${path}.name`, name, labelErrors(name))),
    ...(textIn(container, 'image') === '' ? [required(`${path}.image`, '')] : []),
    ...oneOf(
      textIn(container, 'terminationMessagePolicy'),
      MESSAGE_POLICIES,
      `${path}.terminationMessagePolicy`,
    ),
    ...checkContainerPorts(container, path),
    ...checkEnvironment(container, path),
    ...checkMounts(container, volumes, path),
    ...oneOf(textIn(container, 'imagePullPolicy'), PULL_POLICIES, `${path}.imagePullPolicy`),
    ...checkContainerResources(objectIn(container, 'resources'), `${path}.resources`),
    ...checkContainerSecurity(container, path),
  ]
}
