import { silentLogger } from '@reeve/ground'
import { openMemoryLedger } from '@reeve/ledger'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it, vi } from 'vitest'
import { addBuiltinKinds } from '../../builtin/builtin-kinds.ts'
import type { JsonObject } from '../../json/json-value.ts'
import type { ApiObject } from '../../resources/api-object.ts'
import { ResourceRegistry } from '../../resources/resource-registry.ts'
import { ObjectStore } from '../../storage/object-store.ts'
import { aggregatedRules } from './aggregated-rules.ts'
import { AggregationController } from './aggregation-controller.ts'

const rule = (resource: string): JsonObject => ({ verbs: ['get'], apiGroups: [''], resources: [resource] })
const role = (name: string, label: string, rules: readonly JsonObject[]): ApiObject => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, labels: { [label]: 'true' } },
  rules,
})
const gathering = (name: string, label: string, from: string): ApiObject => ({
  ...role(name, label, []),
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { [from]: 'true' } }] },
})

describe('aggregatedRules', () => {
  it('gathers rules by name of role, each once, and none of its own', () => {
    const roles = [
      role('b', 'x', [rule('pods'), rule('nodes')]),
      role('a', 'x', [rule('pods')]),
      role('c', 'y', [rule('jobs')]),
    ]
    const all = { ...gathering('all', 'x', 'x'), rules: [rule('secrets')] }
    expect(aggregatedRules(all, [...roles, all])).toEqual([rule('pods'), rule('nodes')])
    expect(aggregatedRules(role('b', 'x', []), roles)).toBeUndefined()
  })
})

describe('AggregationController', () => {
  it('keeps roles that gather from one another up to date', async () => {
    const ledger = openMemoryLedger()
    const registry = new ResourceRegistry()
    addBuiltinKinds(registry)
    const resource = registry.findStored('rbac.authorization.k8s.io', 'clusterroles')
    if (resource === undefined) throw new Error('no clusterroles')
    const store = new ObjectStore(ledger)
    for (const object of [
      gathering('top', '-', 'mid'),
      gathering('middle', 'mid', 'low'),
      role('a', 'low', [rule('pods')]),
    ]) {
      await store.create(resource, object)
    }
    const apply = async ({ metadata, rules = [] }: ApiObject): Promise<void> => {
      const old = await store.get(resource, '', metadata.name)
      if (old !== undefined) await store.replace(resource, { ...old, rules })
    }
    const options = { store, resource, apply, clock: new VirtualClock(), logger: silentLogger }
    const controller = new AggregationController(options)
    await controller.start()
    const top = async () => (await store.get(resource, '', 'top'))?.rules
    await vi.waitFor(async () => expect(await top()).toEqual([rule('pods')]))
    await store.create(resource, role('b', 'low', [rule('nodes')]))
    await vi.waitFor(async () => expect(await top()).toEqual([rule('pods'), rule('nodes')]))
    await controller.stop()
    await ledger.close()
  })
})
