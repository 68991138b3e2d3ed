import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Admitting } from './admission.ts'
import { CONFIG_MAPS, exampleResource, NAMESPACES } from './example-resources.ts'
import { criteriaOf, RequestMatcher } from './request-matcher.ts'

const RULE = { apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }
const labelled = (labels: Record<string, string>): ApiObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'cm', labels },
})
const ASK: Admitting = {
  operation: 'UPDATE',
  resource: CONFIG_MAPS,
  subresource: '',
  namespace: 'default',
  name: 'cm',
  object: labelled({ now: 'yes' }),
  oldObject: labelled({ before: 'yes' }),
  options: {},
  dryRun: false,
  user: { name: 'anna', groups: [] },
  signal: new AbortController().signal,
}

async function matches(ask: Partial<Admitting>, from: JsonObject): Promise<boolean> {
  const matcher = new RequestMatcher({
    namespaceOf: (name) => ({ ...labelled({ stored: name }), kind: 'Namespace' }),
    otherVersions: () => [],
  })
  const { rules = [RULE], ...rest } = from
  return (await matcher.match({ ...ASK, ...ask }, criteriaOf(rest, { rules }))) !== undefined
}

const namespaced = (matchLabels: JsonObject): JsonObject => ({ namespaceSelector: { matchLabels } })
const NAMESPACE: Partial<Admitting> = { resource: NAMESPACES, namespace: '', name: 'ns' }

describe('RequestMatcher', () => {
  it('selects by the labels that an object has or had', async () => {
    const selecting = (key: string) => ({
      objectSelector: { matchExpressions: [{ key, operator: 'Exists' }] },
    })
    expect(await matches({}, selecting('now'))).toBe(true)
    expect(await matches({}, selecting('before'))).toBe(true)
    expect(await matches({}, selecting('never'))).toBe(false)
    expect(await matches({ object: undefined, oldObject: undefined }, selecting('now'))).toBe(false)
  })

  it('selects by the labels of the namespace that a request is in', async () => {
    expect(await matches({}, namespaced({ stored: 'default' }))).toBe(true)
    expect(await matches({}, namespaced({ stored: 'other' }))).toBe(false)
  })

  it('takes a Namespace that is written for the one that counts, and the stored one when it goes', async () => {
    expect(await matches(NAMESPACE, namespaced({ now: 'yes' }))).toBe(true)
    expect(await matches(NAMESPACE, namespaced({ stored: 'ns' }))).toBe(false)
    const going = { ...NAMESPACE, operation: 'DELETE', object: undefined } as const
    expect(await matches(going, namespaced({ stored: 'ns' }))).toBe(true)
  })

  it('exempts nothing that is in no namespace', async () => {
    const resource = exampleResource({ resource: 'nodes', kind: 'Node', namespaced: false })
    expect(await matches({ resource, namespace: '' }, namespaced({ stored: 'other' }))).toBe(true)
  })

  it('counts a Namespace as in the cluster, not in itself', async () => {
    const scope = (value: string) => ({ rules: [{ ...RULE, scope: value }] })
    expect(await matches(NAMESPACE, scope('Cluster'))).toBe(true)
    expect(await matches(NAMESPACE, scope('Namespaced'))).toBe(false)
    expect(await matches({}, scope('Namespaced'))).toBe(true)
    expect(await matches({}, scope('Cluster'))).toBe(false)
    expect(await matches({}, scope('*'))).toBe(true)
  })

  it('leaves out what rules exclude, and what they do not name', async () => {
    const named = { ...RULE, resourceNames: ['cm'] }
    expect(await matches({}, { rules: [named] })).toBe(true)
    expect(await matches({ name: 'other' }, { rules: [named] })).toBe(false)
    expect(await matches({}, { excludeResourceRules: [named] })).toBe(false)
    expect(await matches({ name: 'other' }, { excludeResourceRules: [named] })).toBe(true)
  })

  it('fails only the requests that a selector which cannot be read is for', async () => {
    const bad = { objectSelector: { matchExpressions: [{ key: 'a', operator: 'Foo' }] } }
    await expect(matches({}, bad)).rejects.toThrow(
      'Internal error occurred: "Foo" is not a valid label selector operator',
    )
    expect(await matches({}, { ...bad, rules: [{ ...RULE, apiGroups: ['apps'] }] })).toBe(false)
  })
})
