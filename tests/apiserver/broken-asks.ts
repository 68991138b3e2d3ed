import { integerBelow, type Random } from '@reeve/ground'
import { randomAsks } from './random-asks.ts'
import type { Ask } from './twins.ts'

const TYPES = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
  'application/yaml',
  'application/vnd.kubernetes.protobuf',
  'text/plain',
  'application/json; charset=utf-8',
  'garbage',
]
const ACCEPTS = [
  'application/json',
  '*/*',
  'application/json;as=Table;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io,application/json',
  'application/vnd.kubernetes.protobuf',
  'application/yaml',
  'text/html',
  ';;;',
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND']
const PLACES = [
  '/api/v1/namespaces/default/configmaps',
  '/api/v1/namespaces/default/configmaps/a',
  '/api/v1/namespaces/default/secrets/b',
  '/api/v1/namespaces/a',
  '/api/v1/namespaces/default/pods',
  '/api/v1/namespaces/default/services/a',
  '/apis/apps/v1/namespaces/default/deployments',
  '/apis/apps/v1/namespaces/default/deployments/a/status',
  '/apis/coordination.k8s.io/v1/namespaces/default/leases/a',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles/a',
  '/apis/twin.example.io/v1/namespaces/default/devices',
  '/apis/twin.example.io/v1/namespaces/default/devices/b/status',
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
]
const ODD: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  2 ** 60,
  '',
  '\u0000',
  '😀'.repeat(50),
  [],
  [null],
  {},
  { __proto__: null, constructor: 1 },
  'x'.repeat(300),
  [[[[]]]],
]
const TEXTS = [
  '',
  '{',
  '[]',
  'null',
  '"text"',
  '{"a":1,"a":2}',
  '{"metadata":{"name":"a","name":"b"}}',
  '\ufeff{}',
  '{"__proto__":{"x":1},"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"proto"}}',
  '%YAML 1.2\n---\na: &x [*x]',
  'a: b: c',
  `${'['.repeat(12_000)}${']'.repeat(12_000)}`,
  `{"data":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`,
  'k8s\u0000\n\u0004',
]
const QUERIES = [
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'fieldManager',
  'fieldValidation',
  'dryRun',
  'force',
  'timeoutSeconds',
  'propagationPolicy',
  'gracePeriodSeconds',
  'pretty',
  'includeObject',
  'sendInitialEvents',
  'allowWatchBookmarks',
]
const VALUES = [
  '',
  '0',
  '-1',
  'abc',
  '99999999999999999999',
  'true',
  'All',
  'Exact',
  'a=b,c!=d',
  'a in (b',
  '!',
  'metadata.name=a\\,b',
  '((((((((((',
  '\u0000',
  '%zz',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIuLi8uLi94In0',
]

/** Requests that are wrong in some way, by chance; the same for the same seed. */
export function brokenAsks(random: Random, count: number): Ask[] {
  const one = <T>(list: readonly T[]): T => list[integerBelow(random, list.length)] as T
  const chance = (share: number): boolean => random.float() < share

  const spoiled = (value: unknown): unknown => {
    if (chance(0.25)) return one(ODD)
    if (Array.isArray(value)) return value.map((item) => (chance(0.3) ? spoiled(item) : item))
    if (typeof value !== 'object' || value === null) return chance(0.3) ? one(ODD) : value
    const members = Object.entries(value).map(([name, member]) => {
      const key = chance(0.05) ? one(['__proto__', '', 'constructor', 'a.b/c', '😀']) : name
      return [key, chance(0.5) ? spoiled(member) : member]
    })
    return Object.fromEntries(members)
  }
  const damaged = (text: string): string => {
    const at = integerBelow(random, text.length + 1)
    if (chance(0.3)) return text.slice(0, at)
    return `${text.slice(0, at)}${one(['"', '{', '\u0000', ',', ']', '\\', '💥', '-'])}${text.slice(at + 1)}`
  }
  const query = (): string => {
    const parts = Array.from(
      { length: 1 + integerBelow(random, 3) },
      () => [one(QUERIES), one(VALUES)] as const,
    )
    return parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  }
  const path = (): string => {
    const [place, segment] = [
      one(PLACES),
      one(['..', '%2f', '%00', 'a%20b', 'status', 'watch', '*', 'x'.repeat(300)]),
    ]
    return chance(0.3) ? `${place}/${segment}` : place
  }
  return randomAsks(random, count).map((ask) => {
    const spoilt = ask.body === undefined ? undefined : JSON.stringify(spoiled(ask.body))
    const body = chance(0.2) ? one(TEXTS) : spoilt !== undefined && chance(0.3) ? damaged(spoilt) : spoilt
    const [base = '', own = ''] = ask.path.split('?')
    const where = chance(0.4) ? path() : base
    const method = chance(0.3) ? one(METHODS) : ask.method
    return {
      method,
      path: `${where}?${chance(0.5) ? query() : own}`,
      type: chance(0.3) ? one(TYPES) : (ask.type ?? 'application/json'),
      accept: chance(0.3) ? one(ACCEPTS) : 'application/json',
      ...(body !== undefined && method !== 'HEAD' && { body }),
    }
  })
}
