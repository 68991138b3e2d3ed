import { isList, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Resource } from '../resources/resource.ts'

/** What rules look at. */
export interface RuleSubject {
  readonly operation: string
  /** In the version that is looked at. */
  readonly resource: Resource
  readonly subresource: string
  /** Of a Namespace, its own name. */
  readonly namespace: string
}

/** Whether a rule of a webhook or a policy is about a request: operations, groups, versions, resources and scope. */
export function matchesRule(rule: JsonObject, subject: RuleSubject): boolean {
  const { resource, operation } = subject
  return (
    matchesScope(rule.scope, subject) &&
    names(rule.operations, operation) &&
    names(rule.apiGroups, resource.group) &&
    names(rule.apiVersions, resource.version) &&
    listOf(rule.resources).some((pattern) => matchesResource(pattern, subject))
  )
}

function names(list: JsonValue | undefined, wanted: string): boolean {
  return listOf(list).some((item) => item === '*' || item === wanted)
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isList(value) ? value : []
}

/** `pods` is not `pods/status`; `pods/*` is pods and every subresource, whatever the manual says. */
function matchesResource(pattern: JsonValue, { resource, subresource }: RuleSubject): boolean {
  if (typeof pattern !== 'string') return false
  const slash = pattern.indexOf('/')
  const [plural, sub] = slash < 0 ? [pattern, ''] : [pattern.slice(0, slash), pattern.slice(slash + 1)]
  return (plural === '*' || plural === resource.resource) && (sub === '*' || sub === subresource)
}

function matchesScope(scope: JsonValue | undefined, { resource, namespace }: RuleSubject): boolean {
  if (scope === undefined || scope === '*') return true
  const isNamespace = resource.group === '' && resource.version === 'v1' && resource.resource === 'namespaces'
  const inCluster = isNamespace || namespace === ''
  return scope === 'Cluster' ? inCluster : scope === 'Namespaced' && !inCluster
}
