import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../resources/api-object.ts'
import type { Decision } from '../authorizer.ts'
import { checkEscalation } from './check-escalation.ts'
import { fixedRbac } from './fixed-objects.ts'
import { RbacAuthorizer } from './rbac-authorizer.ts'
import { RuleResolver } from './rule-resolver.ts'

const role = (name: string, rules: ApiObject['rules'], namespace?: string): ApiObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: namespace === undefined ? 'ClusterRole' : 'Role',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  ...(rules !== undefined && { rules }),
})

const binding = (
  name: string,
  [kind, roleName]: readonly [string, string],
  namespace?: string,
): ApiObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  roleRef: { kind, name: roleName },
  subjects: [
    { kind: 'User', name: 'jo' },
    { kind: 'ServiceAccount', name: 'bot', ...(namespace === undefined && { namespace: 'team' }) },
  ],
})

const READ = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'] }]

function setUp(...objects: readonly ApiObject[]) {
  const live = fixedRbac(objects)
  const resolver = new RuleResolver(live)
  const authorizer = new RbacAuthorizer(resolver)
  const ask = (name: string, namespace: string, groups: readonly string[] = []): Decision => {
    const what = { verb: 'get', group: '', version: 'v1', resource: 'pods', subresource: '', name: 'x' }
    return authorizer.authorize({ type: 'resource', user: { name, groups }, namespace, ...what })
  }
  return { live, resolver, authorizer, ask }
}

describe('RbacAuthorizer', () => {
  it('says which binding allows something', () => {
    const { ask } = setUp(role('see', READ), binding('cluster', ['ClusterRole', 'see']))
    expect(ask('jo', '')).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by ClusterRoleBinding "cluster" of ClusterRole "see" to User "jo"',
    })
    expect(ask('system:serviceaccount:team:bot', 'zone').reason).toBe(
      'RBAC: allowed by ClusterRoleBinding "cluster" of ClusterRole "see" to ServiceAccount "bot/team"',
    )
    expect(ask('al', '')).toEqual({ allowed: false, reason: '' })
  })

  it('allows in a namespace what a binding there allows, and nowhere else', () => {
    const { ask } = setUp(role('see', READ, 'team'), binding('local', ['Role', 'see'], 'team'))
    expect(ask('system:serviceaccount:team:bot', 'team').reason).toBe(
      'RBAC: allowed by RoleBinding "local/team" of Role "see" to ServiceAccount "bot/team"',
    )
    expect(ask('jo', 'zone').allowed).toBe(false)
    expect(ask('jo', '').allowed).toBe(false)
  })

  it('allows everything to masters', () => {
    expect(setUp().ask('root', '', ['system:masters'])).toEqual({ allowed: true, reason: '' })
  })

  it('follows changes of roles and bindings', () => {
    const { live, ask } = setUp(role('see', READ), binding('cluster', ['ClusterRole', 'see']))
    expect(ask('jo', '').allowed).toBe(true)
    live.clusterRoles.put(role('see', []))
    expect(ask('jo', '').allowed).toBe(false)
    live.clusterRoles.put(role('see', READ))
    expect(ask('jo', '').allowed).toBe(true)
    live.clusterRoleBindings.remove('', 'cluster')
    expect(ask('jo', '').allowed).toBe(false)
  })

  // As a real kube-apiserver 1.34.2 words it.
  it('tells which roles are not there', () => {
    const { authorizer, resolver, ask } = setUp(
      binding('broken', ['ClusterRole', 'nosuchc']),
      binding('broken', ['Role', 'nosuch'], 'team'),
    )
    const missing = 'clusterrole.rbac.authorization.k8s.io "nosuchc" not found'
    expect(ask('jo', '').reason).toBe(`RBAC: ${missing}`)
    expect(ask('jo', 'team').reason).toBe(
      `RBAC: [${missing}, role.rbac.authorization.k8s.io "nosuch" not found]`,
    )
    const write = {
      user: { name: 'jo', groups: ['g'] },
      resource: 'roles',
      namespace: 'team',
      name: '',
    } as const
    const object = role('e7', READ, 'team')
    expect(() =>
      checkEscalation({ ...write, object, oldObject: undefined }, { authorizer, resolver }),
    ).toThrow(
      'roles.rbac.authorization.k8s.io "e7" is forbidden: user "jo" (groups=["g"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["get"]}; resolution errors: [[roles.rbac.authorization.k8s.io "nosuchc" not found, roles.rbac.authorization.k8s.io "nosuch" not found]]',
    )
  })
})
