import { silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it, vi } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import type { Resource } from '../../resources/resource.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { FollowedObjects } from '../../storage/followed-objects.ts'
import { ObjectStore } from '../../storage/object-store.ts'
import { attributesOf } from '../attributes.ts'
import { bootstrapPolicy } from '../bootstrap/bootstrap-policy.ts'
import { planPolicy } from '../bootstrap/plan-policy.ts'
import { RbacAuthorizer } from './rbac-authorizer.ts'
import { RuleResolver } from './rule-resolver.ts'

const PLURALS = ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'] as const

describe('RBAC over what is stored', () => {
  it('goes by the policy of a stock server, and by what is written later', async () => {
    const ledger = openMemoryLedger()
    const registry = new ResourceRegistry()
    addBuiltinKinds(registry)
    const store = new ObjectStore(ledger)
    const resourceOf = (plural: string): Resource => {
      const resource = registry.findStored('rbac.authorization.k8s.io', plural)
      if (resource === undefined) throw new Error(`no ${plural}`)
      return resource
    }
    const followed = PLURALS.map(
      (plural) =>
        new FollowedObjects({
          store,
          resource: resourceOf(plural),
          clock: new VirtualClock(),
          logger: silentLogger,
        }),
    )
    const byKind = (kind: string): Resource => resourceOf(`${kind.toLowerCase()}s`)
    for (const step of planPolicy(bootstrapPolicy('2026-01-01T00:00:00Z'), () => undefined)) {
      await store.create(byKind(step.object.kind), step.object)
    }
    for (const one of followed) await one.start()
    const [roles, roleBindings, clusterRoles, clusterRoleBindings] = followed as [
      FollowedObjects,
      FollowedObjects,
      FollowedObjects,
      FollowedObjects,
    ]
    const objects = { roles, roleBindings, clusterRoles, clusterRoleBindings }
    const authorizer = new RbacAuthorizer(new RuleResolver(objects))
    const may = (line: string, name: string, groups: readonly string[]): boolean => {
      const [method = '', path = ''] = line.split(' ')
      return authorizer.authorize(
        attributesOf({ method, path, query: new URLSearchParams() }, { name, groups }),
      ).allowed
    }
    const known = ['system:authenticated']
    expect(may('GET /apis/apps', 'jo', known)).toBe(true)
    expect(may('GET /version', 'system:anonymous', ['system:unauthenticated'])).toBe(true)
    expect(may('GET /apis', 'system:anonymous', ['system:unauthenticated'])).toBe(false)
    expect(may('POST /apis/authorization.k8s.io/v1/selfsubjectaccessreviews', 'jo', known)).toBe(true)
    expect(may('DELETE /api/v1/namespaces/team/configmaps/x', 'jo', known)).toBe(false)
    await store.create(resourceOf('rolebindings'), {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'jo', namespace: 'team' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'edit' },
      subjects: [{ kind: 'User', name: 'jo' }],
    })
    await vi.waitFor(() => expect(may('DELETE /api/v1/namespaces/team/configmaps/x', 'jo', known)).toBe(true))
    expect(may('DELETE /api/v1/namespaces/zone/configmaps/x', 'jo', known)).toBe(false)
    expect(may('GET /api/v1/namespaces/team', 'jo', known)).toBe(true)
    await Promise.all(followed.map((one) => one.stop()))
    await ledger.close()
  })
})
