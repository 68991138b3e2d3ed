import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { staleAggregations } from '../rbac/aggregated-rules.ts'

/** Who keeps ClusterRoles that gather their rules, as field managers go. */
export const AGGREGATOR = 'clusterrole-aggregation-controller'
/** Whoever wants a role left alone at every start sets it to "false". */
export const AUTO_UPDATE = 'rbac.authorization.kubernetes.io/autoupdate'

const API_VERSION = 'rbac.authorization.k8s.io/v1'

/**
 * The roles and bindings that a stock server has, whole but for uid, creation time and resource version. `time` is when
 * their fields were written, as `2026-01-01T00:00:00Z`.
 */
export function bootstrapPolicy(time: string): readonly ApiObject[] {
  const objects = readObjects()
  const byName = new Map(objects.map((object) => [`${object.kind}/${object.metadata.name}`, object]))
  // Those that gather may gather from one another, so once is not enough.
  for (let stale = aggregations(byName); stale.length > 0; stale = aggregations(byName)) {
    for (const { kind, metadata, rules } of stale) {
      const key = `${kind}/${metadata.name}`
      const role = byName.get(key)
      if (role !== undefined && rules !== undefined) byName.set(key, { ...role, rules })
    }
  }
  return [...byName.values()].map((object) => tracked(object, time))
}

function aggregations(objects: ReadonlyMap<string, ApiObject>): readonly ApiObject[] {
  return staleAggregations([...objects.values()].filter(({ kind }) => kind === 'ClusterRole'))
}

function readObjects(): readonly ApiObject[] {
  const text = readFileSync(new URL('policy.jsonl', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => completed(JSON.parse(line) as Line))
}

/** An object without what all of them have. */
interface Line extends JsonObject {
  readonly kind: string
  readonly metadata: ApiObject['metadata']
}

function completed({ kind, metadata, ...rest }: Line): ApiObject {
  const labels = { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...metadata.labels }
  const annotations = { [AUTO_UPDATE]: 'true' }
  return { ...rest, apiVersion: API_VERSION, kind, metadata: { ...metadata, labels, annotations } }
}

function tracked(object: ApiObject, time: string): ApiObject {
  const gathers = object.aggregationRule !== undefined
  const entry = (manager: string, operation: string, fieldsV1: JsonObject): JsonObject => {
    return { manager, operation, apiVersion: API_VERSION, time, fieldsType: 'FieldsV1', fieldsV1 }
  }
  const managedFields = [
    ...(gathers ? [entry(AGGREGATOR, 'Apply', { 'f:rules': {} })] : []),
    entry('kube-apiserver', 'Update', ownFields(object)),
  ]
  return { ...object, metadata: { ...object.metadata, managedFields } }
}

function ownFields({ metadata, aggregationRule, rules, roleRef, subjects }: ApiObject): JsonObject {
  return {
    ...(aggregationRule !== undefined && { 'f:aggregationRule': { '.': {}, 'f:clusterRoleSelectors': {} } }),
    'f:metadata': {
      'f:annotations': fieldsOf(metadata.annotations ?? {}),
      'f:labels': fieldsOf(metadata.labels ?? {}),
    },
    ...(roleRef !== undefined && { 'f:roleRef': {} }),
    ...(aggregationRule === undefined && rules !== undefined && { 'f:rules': {} }),
    ...(subjects !== undefined && { 'f:subjects': {} }),
  }
}

function fieldsOf(texts: Readonly<Record<string, string>>): JsonObject {
  const fields = Object.keys(texts).map((key) => [`f:${key}`, {}])
  return { '.': {}, ...Object.fromEntries(fields) }
}
