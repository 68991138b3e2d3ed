import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { Attributes } from '../attributes.ts'

/** What one rule of a role allows. Absent lists are empty. */
export interface PolicyRule {
  readonly verbs: readonly string[]
  readonly apiGroups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly nonResourceURLs: readonly string[]
}

/** The rules of a Role or ClusterRole. */
export function rulesOf(role: JsonObject): readonly PolicyRule[] {
  return isList(role.rules) ? role.rules.filter(isObject).map(ruleOf) : []
}

/** A rule as objects write it: lists that are empty are left out, but for verbs. */
export function writtenRule(rule: PolicyRule): JsonObject {
  const { verbs, ...lists } = rule
  return { verbs, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) }
}

function ruleOf(rule: JsonObject): PolicyRule {
  return {
    verbs: textsOf(rule.verbs),
    apiGroups: textsOf(rule.apiGroups),
    resources: textsOf(rule.resources),
    resourceNames: textsOf(rule.resourceNames),
    nonResourceURLs: textsOf(rule.nonResourceURLs),
  }
}

function textsOf(list: JsonValue | undefined): readonly string[] {
  return isList(list) ? list.filter((item) => typeof item === 'string') : []
}

/** Whether a rule allows this. */
export function ruleAllows(rule: PolicyRule, attributes: Attributes): boolean {
  if (!has(rule.verbs, attributes.verb)) return false
  if (attributes.type === 'path') return rule.nonResourceURLs.some((url) => urlCovers(url, attributes.path))
  const { group, name } = attributes
  return (
    has(rule.apiGroups, group) &&
    resourceMatches(rule.resources, attributes) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(name))
  )
}

/** `*` stands for all. */
function has(list: readonly string[], value: string): boolean {
  return list.includes(value) || list.includes('*')
}

function resourceMatches(
  resources: readonly string[],
  { resource, subresource }: { readonly resource: string; readonly subresource: string },
): boolean {
  if (subresource === '') return has(resources, resource)
  return has(resources, `${resource}/${subresource}`) || resources.includes(`*/${subresource}`)
}

/** Whether what is said of one path goes for another: `/healthz/*` for everything below. */
export function urlCovers(url: string, path: string): boolean {
  return url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, '')))
}
