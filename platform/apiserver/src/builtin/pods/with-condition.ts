import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'

/** A pod with a condition set; the time says since when it has been so. */
export function withCondition(
  pod: ApiObject,
  condition: { readonly type: string; readonly status: string; readonly [more: string]: string },
  now: string,
): ApiObject {
  const status: JsonObject = isObject(pod.status) ? pod.status : {}
  const known = (isList(status.conditions) ? status.conditions : []).filter(isObject)
  const before = known.find(({ type }) => type === condition.type)
  const since = before?.status === condition.status ? before.lastTransitionTime : now
  const set = { lastProbeTime: null, ...condition, lastTransitionTime: since } as JsonObject
  const conditions = before === undefined ? [...known, set] : known.map((one) => (one === before ? set : one))
  return { ...pod, status: { ...status, conditions } } as ApiObject
}
