import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Strategy } from '../../resources/resource.ts'

/** What is asked for does not change, and how far it is, is said through paths of its own. */
export const requestStrategy: Strategy = {
  prepareCreate: (request) => ({ ...request, status: {} }) as ApiObject,
  prepareUpdate: (request, old) => ({ ...request, spec: old.spec, status: old.status }) as ApiObject,
}

/** What a write through `approval` or `status` makes of a request for a certificate; conditions get their times. */
export function settleRequest(
  wanted: ApiObject,
  old: ApiObject,
  { subresource, now }: { readonly subresource: string; readonly now: string },
): ApiObject {
  const [status, before] = [statusOf(wanted), statusOf(old)]
  const conditions = conditionsIn(status).map((one) => dated(one, conditionsIn(before), now))
  const { conditions: _, ...rest } = subresource === 'approval' ? before : status
  return {
    ...wanted,
    spec: old.spec,
    status: { ...rest, ...(conditions.length > 0 && { conditions }) },
  } as ApiObject
}

function dated(condition: JsonObject, before: readonly JsonObject[], now: string): JsonObject {
  const same = before.find(({ type, status }) => type === condition.type && status === condition.status)
  return {
    ...condition,
    lastUpdateTime: condition.lastUpdateTime ?? now,
    lastTransitionTime: condition.lastTransitionTime ?? same?.lastTransitionTime ?? now,
  }
}

function statusOf({ status }: ApiObject): JsonObject {
  return isObject(status) ? status : {}
}

function conditionsIn({ conditions }: JsonObject): readonly JsonObject[] {
  return isList(conditions) ? conditions.filter(isObject) : []
}
