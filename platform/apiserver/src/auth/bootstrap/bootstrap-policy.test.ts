import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../json/json-value.ts'
import { type ApiObject, withMeta } from '../../resources/api-object.ts'
import { bootstrapPolicy } from './bootstrap-policy.ts'
import { planPolicy } from './plan-policy.ts'

const policy = bootstrapPolicy('2026-01-01T00:00:00Z')
const named = (name: string, kind = 'ClusterRole'): ApiObject => {
  const found = policy.find((object) => object.kind === kind && object.metadata.name === name)
  if (found === undefined) throw new Error(`no ${kind} ${name}`)
  return found
}
const planFor = (...stored: readonly ApiObject[]) => {
  const all = [
    ...policy.filter(
      ({ kind, metadata }) => !stored.some((own) => own.kind === kind && own.metadata.name === metadata.name),
    ),
    ...stored,
  ]
  return planPolicy(policy, (kind, namespace, name) =>
    all.find(
      (o) => o.kind === kind && (o.metadata.namespace ?? '') === namespace && o.metadata.name === name,
    ),
  )
}

describe('bootstrapPolicy', () => {
  it('has what a stock server has but for the roles of controllers', () => {
    const kinds = policy.map(({ kind }) => kind)
    const count = (kind: string) => kinds.filter((one) => one === kind).length
    expect(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(count)).toEqual([31, 12, 3, 3])
    expect(named('cluster-admin')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: {
        name: 'cluster-admin',
        labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
        managedFields: [
          {
            manager: 'kube-apiserver',
            operation: 'Update',
            apiVersion: 'rbac.authorization.k8s.io/v1',
            time: '2026-01-01T00:00:00Z',
            fieldsType: 'FieldsV1',
            fieldsV1: {
              'f:metadata': {
                'f:annotations': { '.': {}, 'f:rbac.authorization.kubernetes.io/autoupdate': {} },
                'f:labels': { '.': {}, 'f:kubernetes.io/bootstrapping': {} },
              },
              'f:rules': {},
            },
          },
        ],
      },
      rules: [
        { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
        { verbs: ['*'], nonResourceURLs: ['*'] },
      ],
    })
  })

  it('gathers the rules of admin from edit and those of edit from view', () => {
    const view = named('view').rules as readonly JsonObject[]
    expect(view.length).toBeGreaterThan(5)
    expect(named('edit').rules).toEqual(expect.arrayContaining([...view]))
    expect(named('admin').rules).toEqual(expect.arrayContaining([...view]))
  })
})

describe('planPolicy', () => {
  it('makes everything where there is nothing, and nothing where there is everything', () => {
    expect(planPolicy(policy, () => undefined).every((step) => step.do === 'create')).toBe(true)
    expect(planFor()).toEqual([])
  })

  it('gives back rules, labels and subjects that were taken, and keeps what was added', () => {
    const stored: ApiObject = {
      ...withMeta(named('system:discovery'), { labels: { own: 'x' }, annotations: undefined }),
      rules: [{ verbs: ['get'], nonResourceURLs: ['/api', '/own'] }],
    }
    const [step] = planFor(stored)
    expect(step).toMatchObject({
      do: 'update',
      object: {
        metadata: {
          labels: { own: 'x', 'kubernetes.io/bootstrapping': 'rbac-defaults' },
          annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
        },
      },
    })
    const rules = step?.object.rules as readonly JsonObject[]
    expect(rules.slice(0, 2)).toEqual([
      { verbs: ['get'], nonResourceURLs: ['/api', '/own'] },
      { verbs: ['get'], nonResourceURLs: ['/api/*'] },
    ])
    const binding = {
      ...named('system:discovery', 'ClusterRoleBinding'),
      subjects: [{ kind: 'User', name: 'jo' }],
    }
    expect(planFor(binding)).toMatchObject([
      {
        do: 'update',
        object: {
          subjects: [
            { kind: 'User', name: 'jo' },
            { kind: 'Group', name: 'system:authenticated' },
          ],
        },
      },
    ])
  })

  it('leaves alone what opted out', () => {
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' }
    expect(planFor({ ...withMeta(named('system:discovery'), { annotations }), rules: [] })).toEqual([])
  })

  it('makes a binding anew that is to another role', () => {
    const own = named('system:discovery', 'ClusterRoleBinding')
    const other = {
      ...own,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'x' },
    }
    expect(planFor(other)).toEqual([{ do: 'recreate', object: own, old: other }])
  })

  it('leaves gathered rules to whoever gathers them', () => {
    expect(planFor({ ...named('view'), rules: [] })).toEqual([])
    const { aggregationRule: _, ...plain } = named('view')
    expect(planFor({ ...plain, rules: [] } as ApiObject)).toMatchObject([
      { do: 'update', object: { rules: [], aggregationRule: named('view').aggregationRule } },
    ])
  })
})
