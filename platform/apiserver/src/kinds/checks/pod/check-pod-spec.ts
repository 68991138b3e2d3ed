import type { JsonObject } from '../../../json/json-value.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkAddress } from '../check-address.ts'
import { checkLabels } from '../check-labels.ts'
import { invalid, invalids, required, unsupported } from '../complaints.ts'
import { has, maybeObject, numberIn, objectsIn, textIn, textsIn } from '../members.ts'
import { labelErrors, type NameWords, subdomainErrors } from '../name-words.ts'
import { oneOf } from '../one-of.ts'
import { checkAffinity } from './check-affinity.ts'
import { checkContainers } from './check-containers.ts'
import { checkGates, checkSpread, checkTolerations } from './check-scheduling.ts'
import { checkPodSecurity } from './check-security.ts'
import { checkVolumes } from './check-volumes.ts'

const MOST_SECONDS = 2 ** 31 - 1
const DNS = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
const PREEMPTION = ['PreemptLowerPriority', 'Never']

export interface PodSpecOptions {
  readonly path: string
  /** Whether it is a pod's own, not that of a template. Default: false. */
  readonly isPod?: boolean
}

/** What is wrong with a pod's spec, or with that of a template. */
export function checkPodSpec(
  spec: JsonObject,
  { path, isPod = false }: PodSpecOptions,
): readonly FieldError[] {
  const { errors: volumes, good } = checkVolumes(objectsIn(spec, 'volumes'), `${path}.volumes`)
  const named = (field: string, words: NameWords): readonly FieldError[] => {
    const value = textIn(spec, field)
    return value === '' ? [] : invalids(`${path}.${field}`, value, words(value))
  }
  return [
    ...volumes,
    ...checkContainers(spec, good, path),
    ...hostNetworkErrors(spec, path, isPod),
    ...oneOf(textIn(spec, 'restartPolicy'), ['Always', 'OnFailure', 'Never'], `${path}.restartPolicy`),
    ...oneOf(textIn(spec, 'dnsPolicy'), DNS, `${path}.dnsPolicy`),
    ...checkLabels(spec.nodeSelector, `${path}.nodeSelector`),
    ...checkPodSecurity(spec, path),
    ...checkAffinity(spec, `${path}.affinity`),
    ...dnsErrors(spec, `${path}.dnsConfig`),
    ...checkGates(spec, path),
    ...checkSpread(spec, `${path}.topologySpreadConstraints`),
    ...named('serviceAccountName', subdomainErrors),
    ...named('nodeName', subdomainErrors),
    ...deadlineErrors(spec, path),
    ...named('hostname', labelErrors),
    ...named('subdomain', labelErrors),
    ...checkTolerations(spec, `${path}.tolerations`),
    ...aliasErrors(spec, `${path}.hostAliases`),
    ...named('priorityClassName', subdomainErrors),
    ...named('runtimeClassName', subdomainErrors),
    ...preemptionErrors(spec, path),
  ]
}

function preemptionErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const policy = textIn(spec, 'preemptionPolicy')
  const isKnown = !has(spec, 'preemptionPolicy') || PREEMPTION.includes(policy)
  return isKnown ? [] : [unsupported(`${path}.preemptionPolicy`, policy, PREEMPTION)]
}

function hostNetworkErrors(spec: JsonObject, path: string, isPod: boolean): readonly FieldError[] {
  if (spec.hostNetwork !== true) return []
  return objectsIn(spec, 'containers').flatMap((container, at) =>
    objectsIn(container, 'ports').flatMap((port, nth) => {
      const [outside, inside] = [numberIn(port, 'hostPort') ?? 0, numberIn(port, 'containerPort') ?? 0]
      if ((!isPod && outside === 0) || outside === inside) return []
      const detail = 'must match `containerPort` when `hostNetwork` is true'
      return [invalid(`${path}.containers[${at}].ports[${nth}].hostPort`, outside, detail)]
    }),
  )
}

function deadlineErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const seconds = numberIn(spec, 'activeDeadlineSeconds')
  if (seconds === undefined || (seconds >= 1 && seconds <= MOST_SECONDS)) return []
  return [
    invalid(`${path}.activeDeadlineSeconds`, seconds, `must be between 1 and ${MOST_SECONDS}, inclusive`),
  ]
}

function aliasErrors(spec: JsonObject, path: string): readonly FieldError[] {
  return objectsIn(spec, 'hostAliases').flatMap((alias, at) => [
    ...checkAddress(textIn(alias, 'ip'), `${path}[${at}].ip`),
    ...textsIn(alias, 'hostnames').flatMap((name, nth) =>
      invalids(`${path}[${at}].hostnames[${nth}]`, name, subdomainErrors(name)),
    ),
  ])
}

function dnsErrors(spec: JsonObject, path: string): readonly FieldError[] {
  const config = maybeObject(spec, 'dnsConfig')
  const servers = textsIn(config ?? {}, 'nameservers')
  if (spec.dnsPolicy === 'None') {
    if (config === undefined) return [required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
    if (servers.length === 0)
      return [
        required(`${path}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None'),
      ]
  }
  return [
    ...(servers.length > 3
      ? [invalid(`${path}.nameservers`, servers, 'must not have more than 3 nameservers')]
      : []),
    ...servers.flatMap((server, at) => checkAddress(server, `${path}.nameservers[${at}]`)),
    ...objectsIn(config ?? {}, 'options').flatMap((option, at) =>
      textIn(option, 'name') === '' ? [required(`${path}.options[${at}]`, 'must not be empty')] : [],
    ),
  ]
}
