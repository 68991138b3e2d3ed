import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { rulesOf, writtenRule } from '../rbac/policy-rule.ts'
import { uncoveredRules } from '../rbac/uncovered-rules.ts'
import { AUTO_UPDATE } from './bootstrap-policy.ts'

/** What is to be done at start about one role or binding. */
export type PolicyStep =
  | { readonly do: 'create'; readonly object: ApiObject }
  /** `object` carries the resource version that it was made from. */
  | { readonly do: 'update'; readonly object: ApiObject }
  /** A binding to another role: what it is to cannot be changed. */
  | { readonly do: 'recreate'; readonly object: ApiObject; readonly old: ApiObject }

/** Finds what is stored of a kind under a name. */
export type FindStored = (kind: string, namespace: string, name: string) => ApiObject | undefined

/** Says what would give everyone what the policy gives them. What was added stays; what opted out is left alone. */
export function planPolicy(policy: readonly ApiObject[], find: FindStored): readonly PolicyStep[] {
  return policy.flatMap((object): readonly PolicyStep[] => {
    const { name, namespace = '' } = object.metadata
    const stored = find(object.kind, namespace, name)
    if (stored === undefined) return [{ do: 'create', object }]
    if (stored.metadata.annotations?.[AUTO_UPDATE] === 'false') return []
    if (object.roleRef !== undefined && !isSame(object.roleRef, stored.roleRef)) {
      return [{ do: 'recreate', object, old: stored }]
    }
    const updated = { ...withMarks(stored, object), ...changesOf(stored, object) }
    return isSame(updated, stored) ? [] : [{ do: 'update', object: updated }]
  })
}

/** The stored one with labels and annotations that it lacks. */
function withMarks(stored: ApiObject, { metadata }: ApiObject): ApiObject {
  const labels = { ...metadata.labels, ...stored.metadata.labels }
  const annotations = { ...metadata.annotations, ...stored.metadata.annotations }
  return { ...stored, metadata: { ...stored.metadata, labels, annotations } }
}

function changesOf(stored: ApiObject, wanted: ApiObject): JsonObject {
  if (wanted.roleRef !== undefined) return withAdded('subjects', stored, objectsIn(wanted.subjects))
  const gathers = isObject(wanted.aggregationRule)
  // What is gathered follows from the other roles, so it is not added to here.
  const missing = gathers ? [] : uncoveredRules(rulesOf(stored), rulesOf(wanted)).map(writtenRule)
  return { ...withAdded('rules', stored, missing), ...aggregationOf(stored, wanted) }
}

function aggregationOf(stored: ApiObject, wanted: ApiObject): JsonObject {
  if (!isObject(wanted.aggregationRule)) {
    return stored.aggregationRule === undefined ? {} : { aggregationRule: undefined }
  }
  const own: JsonObject = isObject(stored.aggregationRule) ? stored.aggregationRule : {}
  const wantedOnes = objectsIn(wanted.aggregationRule.clusterRoleSelectors)
  const changes = withAdded('clusterRoleSelectors', own, wantedOnes)
  return Object.keys(changes).length === 0 ? {} : { aggregationRule: { ...own, ...changes } }
}

/** The list with those that it lacks at its end; nothing if it lacks none. */
function withAdded(member: string, object: JsonObject, wanted: readonly JsonObject[]): JsonObject {
  const own = objectsIn(object[member])
  const missing = wanted.filter((item) => !own.some((known) => isSame(known, item)))
  return missing.length === 0 ? {} : { [member]: [...own, ...missing] }
}

function objectsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return isList(list) ? list.filter(isObject) : []
}
