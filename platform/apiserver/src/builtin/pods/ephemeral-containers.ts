import { isObject, isSame, type JsonObject } from '../../json/json-value.ts'
import { forbidden } from '../../kinds/checks/complaints.ts'
import { goStruct } from '../../kinds/checks/go-struct.ts'
import type { KindCheck } from '../../kinds/checks/kind-check.ts'
import { objectIn, objectsIn, textIn } from '../../kinds/checks/members.ts'
import { checkPod } from '../../kinds/checks/pod/check-pod.ts'
import { structDifference } from '../../kinds/checks/struct-difference.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import type { FieldError } from '../../status/field-error.ts'

const FIELD = 'spec.ephemeralContainers'

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
  return [...checkPod.update(pod, { ...old, spec: pod.spec } as ApiObject), ...changes]
}
