import { isList, isObject, isSame, type JsonObject } from '../../json/json-value.ts'
import { quote } from '../../json/quote.ts'
import { withMeta } from '../../resources/api-object.ts'
import { ApiError } from '../../status/api-error.ts'
import { notFound } from '../../status/api-errors.ts'
import { aggregated } from '../aggregated-errors.ts'
import type { Authorizer } from '../authorizer.ts'
import { refused } from '../forbidden-for.ts'
import { MASTERS, type User } from '../user.ts'
import { describeRules, quoted } from './describe-rules.ts'
import { type PolicyRule, rulesOf } from './policy-rule.ts'
import { notThere, type RuleResolver, roleRefOf } from './rule-resolver.ts'
import { uncoveredRules } from './uncovered-rules.ts'

const GROUP = 'rbac.authorization.k8s.io'

/** What is about to be written, before it is checked in any other way. */
export interface RbacWrite {
  readonly user: User
  readonly resource: 'roles' | 'clusterroles' | 'rolebindings' | 'clusterrolebindings'
  /** Of the request; '' for kinds of the cluster. */
  readonly namespace: string
  /** Of the request: '' for a create. */
  readonly name: string
  readonly object: JsonObject
  /** Undefined for what is new. */
  readonly oldObject: JsonObject | undefined
}

export interface EscalationOptions {
  readonly authorizer: Authorizer
  readonly resolver: RuleResolver
}

/** Whether writes to a resource have to go through checkEscalation. */
export function isRbacResource(group: string, resource: string): resource is RbacWrite['resource'] {
  return (
    group === GROUP && ['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].includes(resource)
  )
}

/** Throws if a user would give away rights that they do not have themselves, and may not do so. */
export function checkEscalation(write: RbacWrite, options: EscalationOptions): void {
  if (write.user.groups.includes(MASTERS)) return
  const isRole = write.resource === 'roles' || write.resource === 'clusterroles'
  if (isRole && mayEscalate(write, options)) return
  if (write.oldObject !== undefined && isOnlyForCollection(write.object, write.oldObject)) return
  if (isRole) checkRole(write, options)
  else checkBinding(write, options)
}

function mayEscalate(
  { user, resource, namespace, name }: RbacWrite,
  { authorizer }: EscalationOptions,
): boolean {
  const target = { version: '*', resource, subresource: '', namespace, name }
  return authorizer.authorize({ type: 'resource', user, verb: 'escalate', group: GROUP, ...target }).allowed
}

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
]

function checkRole(write: RbacWrite, options: EscalationOptions): void {
  confirmHeld(write, rulesOf(write.object), options)
  const aggregates = hasAggregation(write.object) || hasAggregation(write.oldObject ?? {})
  if (write.resource !== 'clusterroles' || !aggregates) return
  const { rules } = options.resolver.rulesFor(write.user, write.namespace)
  if (uncoveredRules(rules, EVERYTHING).length === 0) return
  throw refused(subjectOf(write), 'must have cluster-admin privileges to use the aggregationRule')
}

function hasAggregation({ aggregationRule }: JsonObject): boolean {
  if (!isObject(aggregationRule)) return false
  return isList(aggregationRule.clusterRoleSelectors) && aggregationRule.clusterRoleSelectors.length > 0
}

function checkBinding(write: RbacWrite, options: EscalationOptions): void {
  const { user, namespace, object } = write
  const { authorizer, resolver } = options
  const role = roleRefOf(object)
  if (role.kind !== 'Role' && role.kind !== 'ClusterRole') {
    throw new ApiError(`unsupported role reference kind: ${quote(role.kind)}`, { code: 500 })
  }
  const target = { resource: role.kind === 'Role' ? 'roles' : 'clusterroles', name: role.name }
  const group = apiGroupOf(object)
  const ask = { verb: 'bind', group, version: '*', subresource: '', namespace, ...target }
  if (authorizer.authorize({ type: 'resource', user, ...ask }).allowed) return
  const rules = resolver.rulesOfRole(role, namespace)
  if (rules === undefined) throw notFound({ group: GROUP, kind: write.resource, name: role.name })
  confirmHeld(write, rules, options)
}

function apiGroupOf({ roleRef }: JsonObject): string {
  const group = isObject(roleRef) ? roleRef.apiGroup : undefined
  return typeof group === 'string' && group !== '' ? group : GROUP
}

function confirmHeld(write: RbacWrite, wanted: readonly PolicyRule[], { resolver }: EscalationOptions): void {
  const { user, namespace } = write
  const { rules, lacking } = resolver.rulesFor(user, namespace)
  const missing = uncoveredRules(rules, wanted)
  if (missing.length === 0) return
  const who = `user ${quote(user.name)} (groups=${quoted(user.groups)})`
  const what = `is attempting to grant RBAC permissions not currently held:\n${describeRules(missing).join('\n')}`
  // The real server names what it looked for in vain after what is being written.
  const errors = lacking.map((role) => notThere(role, write.resource))
  const unresolved = errors.length === 0 ? '' : `; resolution errors: [${aggregated(errors)}]`
  throw refused(subjectOf(write), `${who} ${what}${unresolved}`)
}

function subjectOf({ resource, object }: RbacWrite) {
  const name = isObject(object.metadata) ? object.metadata.name : undefined
  return { group: GROUP, kind: resource, name: typeof name === 'string' ? name : '' }
}

/** Whoever collects garbage may change owners and finalizers of a role that they do not hold. */
function isOnlyForCollection(object: JsonObject, old: JsonObject): boolean {
  const without = {
    ownerReferences: undefined,
    finalizers: undefined,
    managedFields: undefined,
    selfLink: undefined,
  }
  return isSame(withMeta(object, without), withMeta(old, without))
}
