import { type PolicyRule, urlCovers } from './policy-rule.ts'

/** What `wanted` allows beyond `held`: one rule for each single thing, in their order. */
export function uncoveredRules(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  return wanted.flatMap(singleRules).filter((single) => !held.some((rule) => covers(rule, single)))
}

const NOTHING: PolicyRule = {
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
}

/** A rule taken apart: one verb on one resource or path each. */
function singleRules(rule: PolicyRule): readonly PolicyRule[] {
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map((name) => [name])
  const resources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((resourceNames) => ({
          ...NOTHING,
          verbs: [verb],
          apiGroups: [group],
          resources: [resource],
          resourceNames,
        })),
      ),
    ),
  )
  const paths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...NOTHING, verbs: [verb], nonResourceURLs: [url] })),
  )
  return [...resources, ...paths]
}

function covers(held: PolicyRule, single: PolicyRule): boolean {
  return (
    hasAll(held.verbs, single.verbs) &&
    hasAll(held.apiGroups, single.apiGroups) &&
    single.resources.every((resource) => resourceCovered(held.resources, resource)) &&
    namesCovered(held.resourceNames, single.resourceNames) &&
    single.nonResourceURLs.every((url) => held.nonResourceURLs.some((own) => urlCovers(own, url)))
  )
}

/** `*` stands for all. */
function hasAll(list: readonly string[], wanted: readonly string[]): boolean {
  return list.includes('*') || wanted.every((item) => list.includes(item))
}

function resourceCovered(resources: readonly string[], resource: string): boolean {
  if (hasAll(resources, [resource])) return true
  const slash = resource.indexOf('/')
  return slash >= 0 && resources.includes(`*${resource.slice(slash)}`)
}

function namesCovered(held: readonly string[], wanted: readonly string[]): boolean {
  if (held.length === 0) return true
  return wanted.length > 0 && wanted.every((name) => held.includes(name))
}
