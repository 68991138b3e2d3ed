import { isSame, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkClaimSpec } from './check-claim.ts'
import { checkLabelSelector, checkLabels } from './check-labels.ts'
import { checkAnnotations, checkMetadata } from './check-metadata.ts'
import { checkCountOrShare, checkShare, countOf } from './check-rolling.ts'
import {
  countErrors,
  lastingErrors,
  lastingTemplateErrors,
  mismatchErrors,
  selectorChange,
  selectorErrors,
  selects,
} from './check-workloads.ts'
import {
  forbidden,
  invalid,
  invalids,
  invalidText,
  notNegative,
  required,
  unsupported,
} from './complaints.ts'
import { type KindCheck, kindCheck } from './kind-check.ts'
import { has, listIn, maybeObject, objectIn, objectsIn, textIn } from './members.ts'
import { labelErrors } from './name-words.ts'
import { checkPodAnnotations } from './pod/check-pod-annotations.ts'
import { checkPodTemplate } from './pod/check-pod-template.ts'
import { structText } from './struct-text.ts'

const DAEMON_RULES = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true } as const
const STATEFUL_RULES = { namespaced: true, nameRule: 'label', standardFinalizers: true } as const

/** A daemon set: its pods, that its selector takes them, and how it changes them. */
export const checkDaemonSet: KindCheck = {
  namespaced: true,
  create: (set) => [...checkMetadata(set.metadata, DAEMON_RULES), ...daemonErrors(objectIn(set, 'spec'))],
  update: (set, old) => [
    ...checkMetadata(set.metadata, DAEMON_RULES, old.metadata),
    ...selectorChange(set, old),
    ...daemonErrors(objectIn(set, 'spec')),
  ],
}

function daemonErrors(spec: JsonObject): readonly FieldError[] {
  const selector = maybeObject(spec, 'selector')
  const isEmpty =
    selector !== undefined &&
    Object.keys(objectIn(selector, 'matchLabels')).length + listIn(selector, 'matchExpressions').length === 0
  return [
    ...checkLabelSelector(selector, 'spec.selector'),
    ...mismatchErrors(spec, 'spec.template'),
    ...(isEmpty ? [invalid('spec.selector', selector, 'empty selector is invalid for daemonset')] : []),
    ...lastingTemplateErrors(spec, 'spec.template', 'DaemonSet'),
    ...countErrors(spec, 'spec', ['minReadySeconds']),
    ...daemonStrategyErrors(objectIn(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...countErrors(spec, 'spec', ['revisionHistoryLimit']),
  ]
}

function daemonStrategyErrors(strategy: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(strategy, 'type')
  const rolling = maybeObject(strategy, 'rollingUpdate')
  const place = `${path}.rollingUpdate`
  if (type === 'OnDelete') return []
  if (type !== 'RollingUpdate') {
    const { maxUnavailable = 0, maxSurge = 0 } = rolling ?? {}
    const value = structText({
      Type: type,
      RollingUpdate: rolling ? { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge } : null,
    })
    return [{ ...unsupported(path, type, ['RollingUpdate', 'OnDelete']), value }]
  }
  if (rolling === undefined) return [required(place, '')]
  const { maxUnavailable, maxSurge } = rolling
  const [missing, extra] = [countOf(maxUnavailable) !== 0, countOf(maxSurge) !== 0]
  return [
    ...checkCountOrShare(maxUnavailable, `${place}.maxUnavailable`),
    ...checkCountOrShare(maxSurge, `${place}.maxSurge`),
    ...checkShare(maxUnavailable, `${place}.maxUnavailable`),
    ...checkShare(maxSurge, `${place}.maxSurge`),
    ...(missing && extra
      ? [invalid(`${place}.maxSurge`, maxSurge ?? 0, 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(!missing && !extra ? [required(`${place}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
  ]
}

/** A stateful set: its pods and claims, and the little of it that changes. */
export const checkStatefulSet: KindCheck = kindCheck({
  rules: STATEFUL_RULES,
  order: 'metadata-spec',
  spec: (set, old) => statefulErrors(objectIn(set, 'spec'), old !== undefined),
  change: statefulChange,
})

function statefulErrors(spec: JsonObject, isUpdate: boolean): readonly FieldError[] {
  const policy = textIn(spec, 'podManagementPolicy')
  const service = textIn(spec, 'serviceName')
  const policies = ['OrderedReady', 'Parallel']
  const labels = objectIn(objectIn(objectIn(spec, 'template'), 'metadata'), 'labels')
  const isUnreadable = has(spec, 'selector') && selects(spec.selector, labels) === undefined
  return [
    ...(policies.includes(policy)
      ? []
      : [invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")]),
    ...statefulStrategyErrors(objectIn(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...retentionErrors(spec),
    ...(isUpdate ? [] : claimErrors(spec)),
    ...countErrors(spec, 'spec', ['replicas', 'minReadySeconds']),
    ...notNegative('spec.ordinals.start', objectIn(spec, 'ordinals').start),
    ...(isUpdate || service === '' ? [] : invalids('spec.serviceName', service, labelErrors(service))),
    ...selectorErrors(spec, 'spec.selector', 'statefulset'),
    ...(isUnreadable
      ? [invalid('spec.selector', objectIn(spec, 'selector'), '')]
      : statefulTemplateErrors(spec)),
    ...lastingErrors(objectIn(spec, 'template'), 'spec.template', 'StatefulSet'),
  ]
}

function claimErrors(spec: JsonObject): readonly FieldError[] {
  return objectsIn(spec, 'volumeClaimTemplates').flatMap((claim, at) =>
    checkClaimSpec(objectIn(claim, 'spec'), `spec.volumeClaimTemplates[${at}].spec`),
  )
}

function retentionErrors(spec: JsonObject): readonly FieldError[] {
  const policy = maybeObject(spec, 'persistentVolumeClaimRetentionPolicy')
  if (policy === undefined) return []
  const known = ['Retain', 'Delete']
  return ['whenDeleted', 'whenScaled'].flatMap((name) => {
    const value = textIn(policy, name)
    const field = `spec.persistentVolumeClaimRetentionPolicy.${name}`
    return known.includes(value) ? [] : [unsupported(field, value, known)]
  })
}

function statefulStrategyErrors(strategy: JsonObject, path: string): readonly FieldError[] {
  const type = textIn(strategy, 'type')
  const rolling = maybeObject(strategy, 'rollingUpdate')
  const shown = rolling
    ? { Partition: rolling.partition ?? 0, MaxUnavailable: rolling.maxUnavailable ?? null }
    : null
  if (type === 'RollingUpdate')
    return rolling ? notNegative(`${path}.rollingUpdate.partition`, rolling.partition) : []
  if (type === 'OnDelete')
    return shown === null
      ? []
      : [
          invalidText(
            `${path}.rollingUpdate`,
            structText(shown),
            "only allowed for updateStrategy 'RollingUpdate'",
          ),
        ]
  if (type === '') return [required(path, '')]
  const text = structText({ Type: type, RollingUpdate: shown })
  return [invalidText(path, text, "must be 'RollingUpdate' or 'OnDelete'")]
}

/** Claims of the set are volumes of its pods; host name and subdomain are the set's to give. */
function statefulTemplateErrors(spec: JsonObject): readonly FieldError[] {
  const path = 'spec.template'
  const template = objectIn(spec, 'template')
  const metadata = objectIn(template, 'metadata')
  const { hostname: _, subdomain: __, ...pod } = objectIn(template, 'spec')
  const claims = objectsIn(spec, 'volumeClaimTemplates').map((claim) =>
    textIn(objectIn(claim, 'metadata'), 'name'),
  )
  const volumes = [
    ...claims.map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
    ...objectsIn(pod, 'volumes').filter((volume) => !claims.includes(textIn(volume, 'name'))),
  ]
  return [
    ...mismatchErrors(spec, path),
    ...checkPodTemplate({ ...template, spec: { ...pod, volumes } }, path),
    ...checkLabels(metadata.labels, `${path}.labels`),
    ...checkAnnotations(metadata, `${path}.annotations`),
    ...checkPodAnnotations(metadata, pod, `${path}.annotations`),
  ]
}

const CHANGEABLE = [
  'replicas',
  'template',
  'updateStrategy',
  'minReadySeconds',
  'ordinals',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
]

function statefulChange(set: ApiObject, old: ApiObject): readonly FieldError[] {
  const [now, before] = [objectIn(set, 'spec'), objectIn(old, 'spec')]
  const fixed = (spec: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(spec).filter(([name]) => !CHANGEABLE.includes(name)))
  if (isSame(fixed(now), fixed(before))) return []
  return [
    forbidden(
      'spec',
      "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
    ),
  ]
}
