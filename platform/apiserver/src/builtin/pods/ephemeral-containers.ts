import { isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { duplicate, forbidden, notFound, required } from '../../kinds/checks/complaints.ts'
import { goStruct } from '../../kinds/checks/go-struct.ts'
import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { objectIn, objectsIn, textIn } from '../../kinds/checks/members.ts'
import { checkPod } from '../../kinds/checks/pod/check-pod.ts'
import { structDifference } from '../../kinds/checks/struct-difference.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'

const FIELD = 'spec.ephemeralContainers'
const NOT_ALLOWED = ['ports', 'resources', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle']

/** The pod with the ephemeral containers that are wanted and nothing else that is new. */
export function withEphemeralContainers(wanted: ApiObject, old: ApiObject): ApiObject {
  const { ephemeralContainers: _, ...spec }: JsonObject = isObject(old.spec) ? old.spec : {}
  const { ephemeralContainers } = isObject(wanted.spec) ? wanted.spec : {}
  const { managedFields } = wanted.metadata
  return {
    ...withMeta(old, { managedFields }),
    spec: { ...spec, ...(ephemeralContainers !== undefined && { ephemeralContainers }) },
  } as ApiObject
}

/** The rules of pods; ephemeral containers may come, but neither change nor go. */
export const podRules: KindCheck = {
  ...checkPod,
  sub: { ...checkPod.sub, ephemeralcontainers: ephemeralErrors },
}

function ephemeralErrors(pod: ApiObject, old: ApiObject): readonly FieldError[] {
  const wanted = objectsIn(objectIn(pod, 'spec'), 'ephemeralContainers')
  const changes = objectsIn(objectIn(old, 'spec'), 'ephemeralContainers').flatMap((before) => {
    const name = JSON.stringify(textIn(before, 'name'))
    const found = wanted.find((one) => textIn(one, 'name') === textIn(before, 'name'))
    if (found === undefined)
      return [forbidden(FIELD, `existing ephemeral containers ${name} may not be removed\n`)]
    if (isSame(found, before)) return []
    const structs = [before, found].map((one) => goStruct('EphemeralContainer', one))
    const difference = structDifference(structs[0] ?? {}, structs[1] ?? {})
    return [forbidden(FIELD, `existing ephemeral containers ${name} may not be changed\n${difference}`)]
  })
  return [
    ...checkPod.update(pod, { ...old, spec: pod.spec } as ApiObject),
    ...wanted.flatMap((container, at) => containerErrors(pod, container, at)),
    ...changes,
  ]
}

/** What looks into a pod has a name and an image of its own, and nothing that would keep the pod going. */
function containerErrors(pod: ApiObject, container: JsonObject, at: number): readonly FieldError[] {
  const spec = objectIn(pod, 'spec')
  const field = (name: string): string => `${FIELD}[${at}].${name}`
  const [name, target] = [textIn(container, 'name'), textIn(container, 'targetContainerName')]
  const regular = ['containers', 'initContainers'].flatMap((list) => objectsIn(spec, list))
  const before = [...regular, ...objectsIn(spec, 'ephemeralContainers').slice(0, at)]
  return [
    ...(name === '' ? [required(field('name'), '')] : []),
    ...(textIn(container, 'image') === '' ? [required(field('image'), '')] : []),
    ...(before.some((one) => textIn(one, 'name') === name) ? [duplicate(field('name'), name)] : []),
    ...(target !== '' && !regular.some((one) => textIn(one, 'name') === target)
      ? [notFound(field('targetContainerName'), target)]
      : []),
    ...NOT_ALLOWED.filter((member) => isSet(container[member])).map((member) =>
      forbidden(field(member), 'cannot be set for an Ephemeral Container'),
    ),
  ]
}

function isSet(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && Object.keys(value).length > 0
}
