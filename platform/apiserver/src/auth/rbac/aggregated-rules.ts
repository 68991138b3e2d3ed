import { isList, isObject, isSame, type JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { labelSelectorOf } from '../../selectors/match-label-selector.ts'

/** The rules that a ClusterRole gathers from others, each once; undefined for one that gathers none. */
export function aggregatedRules(
  role: ApiObject,
  all: Iterable<ApiObject>,
): readonly JsonObject[] | undefined {
  if (!isObject(role.aggregationRule)) return undefined
  const { clusterRoleSelectors } = role.aggregationRule
  const selectors = isList(clusterRoleSelectors) ? clusterRoleSelectors.filter(isObject) : []
  const others = [...all].filter(({ metadata }) => metadata.name !== role.metadata.name).sort(byName)
  const rules: JsonObject[] = []
  for (const selector of selectors.map(labelSelectorOf)) {
    const chosen = others.filter(({ metadata }) => selector.matches(metadata.labels))
    for (const rule of chosen.flatMap((other) => (isList(other.rules) ? other.rules.filter(isObject) : []))) {
      if (!rules.some((known) => isSame(known, rule))) rules.push(rule)
    }
  }
  return rules
}

function byName(a: ApiObject, b: ApiObject): number {
  return a.metadata.name < b.metadata.name ? -1 : 1
}

/** What is to be applied to keep every ClusterRole that gathers rules up to date: `{apiVersion, kind, metadata, rules}` each. */
export function staleAggregations(all: readonly ApiObject[]): readonly ApiObject[] {
  return all.flatMap((role) => {
    const rules = aggregatedRules(role, all)
    if (rules === undefined || isSame(rules, isList(role.rules) ? role.rules : [])) return []
    const { name } = role.metadata
    return [{ apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name }, rules }]
  })
}
