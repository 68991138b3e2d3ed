import { integerBelow, type Random } from '@reeve/ground'
import type { Ask } from './twins.ts'

const NAMES = ['a', 'b', 'c']
const MANAGERS = ['anna', 'ben', 'cleo']
const DEVICES = '/apis/twin.example.io/v1/namespaces/default/devices'
const MAPS = '/api/v1/namespaces/default/configmaps'

const MERGE = 'application/merge-patch+json'
const JSON_PATCH = 'application/json-patch+json'
const STRATEGIC = 'application/strategic-merge-patch+json'
const APPLY = 'application/apply-patch+yaml'

/** A definition with every sort of list and map that apply tells apart. */
export const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'devices.twin.example.io' },
  spec: {
    group: 'twin.example.io',
    scope: 'Namespaced',
    names: { plural: 'devices', kind: 'Device', shortNames: ['dev'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
                  mode: { type: 'string', enum: ['fast', 'slow'] },
                  note: { type: 'string', maxLength: 5, nullable: true },
                  tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
                  plain: { type: 'array', items: { type: 'integer' } },
                  parts: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, count: { type: 'integer', default: 1 } },
                    },
                  },
                  options: { type: 'object', additionalProperties: { type: 'string' } },
                  whole: {
                    type: 'object',
                    'x-kubernetes-map-type': 'atomic',
                    properties: { x: { type: 'integer' }, y: { type: 'integer' } },
                  },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: {
                type: 'object',
                properties: { state: { type: 'string' }, seen: { type: 'integer' } },
              },
            },
          },
        },
      },
    ],
  },
}

/** Requests by chance, most of them sensible, some not; the same for the same seed. */
export function randomAsks(random: Random, count: number): Ask[] {
  const below = (limit: number): number => integerBelow(random, limit)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const maybe = <T>(share: number, value: () => T): T | undefined =>
    random.float() < share ? value() : undefined
  const defined = (object: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))

  const spec = (): Record<string, unknown> =>
    defined({
      size: maybe(0.4, () => one([1, 5, 9, 0, 12, 'x'])),
      mode: maybe(0.3, () => one(['fast', 'slow', 'slow', 'warp'])),
      note: maybe(0.3, () => one(['hi', 'there', null, 'too long a note'])),
      tags: maybe(0.3, () => one([['x'], ['x', 'y'], ['y', 'z'], [], ['x', 'x']])),
      plain: maybe(0.2, () => one([[1], [1, 2], []])),
      parts: maybe(0.4, () =>
        one([[{ name: 'p' }], [{ name: 'p', count: 2 }, { name: 'q' }], [{ name: 'q', count: 5 }], []]),
      ),
      options: maybe(0.3, () => one([{ k: 'v' }, { k: 'w', l: 'v' }, {}])),
      whole: maybe(0.2, () => one([{ x: 1 }, { x: 1, y: 2 }, { y: 3 }])),
      free: maybe(0.2, () => one([{ any: { thing: [1, 'a'] } }, { other: true }])),
      bogus: maybe(0.08, () => 1),
    })
  const labels = (): Record<string, unknown> | undefined =>
    maybe(0.3, () => one([{ tier: 'web' }, { tier: 'db', zone: '1' }]))
  const finalizers = (): unknown => maybe(0.12, () => ['twin.example.io/hold'])
  const device = (name: string): Record<string, unknown> => ({
    apiVersion: 'twin.example.io/v1',
    kind: 'Device',
    metadata: defined({ name, labels: labels(), finalizers: finalizers() }),
    ...(random.float() < 0.9 && { spec: spec() }),
    ...(random.float() < 0.2 && { status: { state: 'on' } }),
  })
  const map = (name: string): Record<string, unknown> => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: defined({ name, labels: labels(), finalizers: finalizers() }),
    data: one([{ k: 'v' }, { k: 'w', l: 'x' }, {}]),
  })
  const validation = (): string => one(['', '&fieldValidation=Strict', '&fieldValidation=Ignore'])

  const asks: (() => Ask)[] = [
    () => ({
      method: 'POST',
      path: `${DEVICES}?fieldManager=${one(MANAGERS)}${validation()}`,
      body: device(one(NAMES)),
    }),
    () => ({ method: 'POST', path: `${MAPS}?fieldManager=${one(MANAGERS)}`, body: map(one(NAMES)) }),
    () => apply(DEVICES, device),
    () => apply(DEVICES, device),
    () => apply(MAPS, map),
    () => {
      const name = one(NAMES)
      return { method: 'PUT', path: `${MAPS}/${name}?fieldManager=${one(MANAGERS)}`, body: map(name) }
    },
    () => ({
      method: 'PATCH',
      type: MERGE,
      path: `${DEVICES}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: { spec: spec() },
    }),
    () => ({
      method: 'PATCH',
      type: MERGE,
      path: `${MAPS}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: { data: { k: one(['1', '2', null]) } },
    }),
    () => ({
      method: 'PATCH',
      type: MERGE,
      path: `${DEVICES}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: { metadata: { finalizers: one([null, ['twin.example.io/hold']]) } },
    }),
    () => ({
      method: 'PATCH',
      type: JSON_PATCH,
      path: `${DEVICES}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: jsonPatch(),
    }),
    () => ({
      method: 'PATCH',
      type: MERGE,
      path: `${DEVICES}/${one(NAMES)}/status?fieldManager=${one(MANAGERS)}`,
      body: { status: { seen: below(5), state: one(['on', 'off', null]) }, spec: { size: 8 } },
    }),
    () => ({ method: 'DELETE', path: `${DEVICES}/${one(NAMES)}` }),
    () => ({ method: 'DELETE', path: `${MAPS}/${one(NAMES)}` }),
    () => ({ method: 'GET', path: `${DEVICES}/${one(NAMES)}` }),
    () => ({ method: 'DELETE', path: `${one([DEVICES, MAPS])}/${one(NAMES)}`, body: deletion() }),
    () => ({
      method: 'DELETE',
      path: `${DEVICES}/${one(NAMES)}?${one(['dryRun=All', 'dryRun=Some', 'propagationPolicy=no'])}`,
    }),
    () => ({
      method: 'DELETE',
      path: `${DEVICES}?labelSelector=${one(['tier%3Dweb', 'tier%3Ddb'])}`,
      body: one([undefined, { dryRun: ['All'] }]),
    }),
    () => ({
      method: 'PATCH',
      type: STRATEGIC,
      path: `${one([MAPS, DEVICES])}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: one([
        { data: { k: 's' }, metadata: { labels: { tier: 'db' } } },
        { data: { $patch: 'replace', l: 'x' } },
        { metadata: { $retainKeys: ['name'], annotations: { a: 'b' } } },
      ]),
    }),
    () => ({
      method: 'PATCH',
      type: MERGE,
      path: `${one([MAPS, DEVICES])}/${one(NAMES)}?fieldManager=${one(MANAGERS)}`,
      body: {
        metadata: one([
          { labels: { 'bad key': 'x' } },
          { annotations: { a: 'b' } },
          { resourceVersion: null },
          { resourceVersion: '1' },
          { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: 'x', uid: '' }] },
          { finalizers: ['no slash'] },
        ]),
      },
    }),
    () => ({
      method: 'GET',
      path: `${DEVICES}?labelSelector=${encodeURIComponent(one(['tier=web', 'tier in (web,db)', '!tier', 'zone', 'tier!=db', 'a b']))}`,
    }),
    () => ({
      method: 'GET',
      path: `${MAPS}?fieldSelector=${encodeURIComponent(one(['metadata.name=a', 'metadata.name!=a,metadata.name!=kube-root-ca.crt', 'data.k=v', 'x']))}`,
    }),
  ]
  const apply = (base: string, make: (name: string) => Record<string, unknown>): Ask => {
    const name = one(NAMES)
    const force = one(['', '', '&force=true'])
    const path = `${base}/${name}?fieldManager=${one(MANAGERS)}${force}`
    return { method: 'PATCH', type: APPLY, path, body: make(name) }
  }
  const deletion = (): unknown =>
    one([
      { dryRun: ['All'] },
      { dryRun: ['Some'] },
      { propagationPolicy: 'Background', preconditions: { uid: 'another' } },
      { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' },
      { preconditions: { resourceVersion: '1' } },
      { gracePeriodSeconds: 0 },
    ])
  const jsonPatch = (): unknown =>
    one([
      [{ op: 'add', path: '/spec/size', value: 4 }],
      [{ op: 'replace', path: '/spec/size', value: 2 }],
      [
        { op: 'test', path: '/spec/size', value: 4 },
        { op: 'replace', path: '/spec/mode', value: 'fast' },
      ],
      [{ op: 'remove', path: '/spec/options' }],
      [{ op: 'add', path: '/spec/parts/-', value: { name: 'z' } }],
      [{ op: 'copy', from: '/spec/size', path: '/spec/free/copied' }],
      [{ op: 'nonsense', path: '/spec' }],
    ])
  return Array.from({ length: count }, () => one(asks)())
}
