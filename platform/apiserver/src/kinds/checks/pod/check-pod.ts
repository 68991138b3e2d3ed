import { isSame, type JsonObject } from '../../../json/json-value.ts'
import type { ApiObject } from '../../../resources/api-object.ts'
import type { FieldError } from '../../../status/field-error.ts'
import { checkMetadata, type MetadataRules } from '../check-metadata.ts'
import { forbidden, invalid, required } from '../complaints.ts'
import { goStruct } from '../go-struct.ts'
import type { KindCheck } from '../kind-check.ts'
import { listIn, numberIn, objectIn, objectsIn, textIn } from '../members.ts'
import { structDifference } from '../struct-difference.ts'
import { checkPodAnnotations } from './check-pod-annotations.ts'
import { checkPodSpec } from './check-pod-spec.ts'
import { checkTolerations } from './check-scheduling.ts'

const RULES: MetadataRules = { namespaced: true, nameRule: 'subdomain', standardFinalizers: true }
const MOST_SECONDS = 2 ** 31 - 1
const CHANGEABLE =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** Everything about a pod, and that little of it changes. */
export const checkPod: KindCheck = {
  namespaced: true,
  create: (pod) => {
    const spec = objectIn(pod, 'spec')
    const isGated = listIn(spec, 'schedulingGates').length > 0
    return [
      ...wholeErrors(pod, spec),
      ...(listIn(spec, 'ephemeralContainers').length > 0
        ? [forbidden('spec.ephemeralContainers', 'cannot be set on create')]
        : []),
      ...(isGated && textIn(spec, 'nodeName') !== ''
        ? [forbidden('spec.nodeName', 'cannot be set until all schedulingGates have been cleared')]
        : []),
    ]
  },
  update: (pod, old) => {
    const spec = objectIn(pod, 'spec')
    return [
      ...checkMetadata(pod.metadata, RULES, old.metadata),
      ...wholeErrors(pod, spec),
      ...checkPodAnnotations(pod.metadata, spec, 'metadata.annotations'),
      ...changeErrors(spec, objectIn(old, 'spec')),
    ]
  },
}

function wholeErrors(pod: ApiObject, spec: JsonObject): readonly FieldError[] {
  return [
    ...checkMetadata(pod.metadata, RULES),
    ...checkPodAnnotations(pod.metadata, spec, 'metadata.annotations'),
    ...checkPodSpec(spec, { path: 'spec', isPod: true }),
    ...['containers', 'initContainers'].flatMap((list) => spaceErrors(spec, list)),
  ]
}

function spaceErrors(spec: JsonObject, list: string): readonly FieldError[] {
  return objectsIn(spec, list).flatMap((container, at) => {
    const image = textIn(container, 'image')
    if (image === image.trim()) return []
    return [invalid(`spec.${list}[${at}].image`, image, 'must not have leading or trailing whitespace')]
  })
}

function changeErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const list of ['containers', 'initContainers']) {
    if (listIn(spec, list).length !== listIn(old, list).length)
      return [...errors, forbidden(`spec.${list}`, 'pod updates may not add or remove containers')]
    errors.push(...imageErrors(spec, list))
  }
  const deadline = deadlineErrors(spec, old)
  if (deadline.length > 0 && numberIn(spec, 'activeDeadlineSeconds') !== undefined)
    return [...errors, ...deadline]
  errors.push(...deadline, ...tolerationErrors(spec, old), ...gateErrors(spec, old))
  const fixed = kept(spec, old)
  if (isSame(fixed, old)) return errors
  const difference = structDifference(goStruct('PodSpec', old), goStruct('PodSpec', fixed))
  const detail = `pod updates may not change fields other than ${CHANGEABLE}\n${difference}`
  return [...errors, forbidden('spec', detail)]
}

function imageErrors(spec: JsonObject, list: string): readonly FieldError[] {
  const missing = objectsIn(spec, list).flatMap((container, at) =>
    textIn(container, 'image') === '' ? [required(`spec.${list}[${at}].image`, '')] : [],
  )
  return [...missing, ...spaceErrors(spec, list)]
}

function deadlineErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds'
  const [now, before] = [numberIn(spec, 'activeDeadlineSeconds'), numberIn(old, 'activeDeadlineSeconds')]
  if (now === undefined)
    return before === undefined
      ? []
      : [{ ...invalid(field, '', 'must not update from a positive integer to nil value'), value: 'null' }]
  if (now < 0 || now > MOST_SECONDS)
    return [invalid(field, now, `must be between 0 and ${MOST_SECONDS}, inclusive`)]
  return before !== undefined && before < now
    ? [invalid(field, now, 'must be less than or equal to previous value')]
    : []
}

function tolerationErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const plain = ({ tolerationSeconds: _, ...rest }: JsonObject): JsonObject => rest
  const now = objectsIn(spec, 'tolerations').map(plain)
  const isLost = objectsIn(old, 'tolerations').some((one) => !now.some((other) => isSame(other, plain(one))))
  if (!isLost) return checkTolerations(spec, 'spec.tolerations')
  return [
    forbidden('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds'),
  ]
}

function gateErrors(spec: JsonObject, old: JsonObject): readonly FieldError[] {
  const had = objectsIn(old, 'schedulingGates').map((gate) => textIn(gate, 'name'))
  return objectsIn(spec, 'schedulingGates').flatMap((gate, at) => {
    const name = textIn(gate, 'name')
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`
    return had.includes(name) ? [] : [forbidden(`spec.schedulingGates[${at}].name`, detail)]
  })
}

/** The spec with what may change as it was. */
function kept(spec: JsonObject, old: JsonObject): JsonObject {
  const images = (list: string): JsonObject => {
    const before = objectsIn(old, list)
    const found = objectsIn(spec, list).map((container, at) => ({
      ...container,
      image: textIn(before[at] ?? {}, 'image'),
    }))
    return spec[list] === undefined ? {} : { [list]: found }
  }
  const grace = numberIn(old, 'terminationGracePeriodSeconds')
  const isShortened = grace !== undefined && grace < 0 && spec.terminationGracePeriodSeconds === 1
  return {
    ...spec,
    ...images('containers'),
    ...images('initContainers'),
    activeDeadlineSeconds: old.activeDeadlineSeconds,
    schedulingGates: old.schedulingGates,
    tolerations: old.tolerations,
    ...(isShortened && { terminationGracePeriodSeconds: grace }),
  }
}
