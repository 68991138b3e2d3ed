import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { ApiError } from '../status/api-error.ts'
import { applyStrategicMergePatch } from './strategic-merge-patch.ts'

const by = (
  patchMergeKey: string,
  properties: Record<string, Schema> = {},
  patchStrategy = 'merge',
): Schema => ({
  type: 'array',
  patchStrategy,
  patchMergeKey,
  items: { type: 'object', properties },
})

/** A little of a Deployment, flattened; the real server has these fields at other places and with these strategies. */
const SCHEMA: Schema = {
  type: 'object',
  title: 'PodSpec',
  properties: {
    containers: by('name', { env: by('name'), ports: by('containerPort'), args: { type: 'array' } }),
    volumes: by('name', {}, 'merge,retainKeys'),
    hostAliases: by('ip'),
    servicePorts: by('port'),
    ownerReferences: by('uid'),
    tolerations: { type: 'array', items: { type: 'object' } },
    finalizers: { type: 'array', patchStrategy: 'merge', items: { type: 'string' } },
    strategy: { type: 'object', patchStrategy: 'retainKeys' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    whole: { type: 'object', patchStrategy: 'replace' },
  },
}

const A = {
  name: 'a',
  image: 'i',
  args: ['x'],
  env: [{ name: 'E', value: '1' }],
  ports: [{ containerPort: 80 }],
}
const B = { name: 'b', image: 'j' }
const C = { name: 'c', image: 'c' }
const DOCUMENT = {
  containers: [A, B],
  volumes: [
    { name: 'v', emptyDir: {} },
    { name: 'w', emptyDir: {} },
  ],
  servicePorts: [
    { port: 80, name: 'a' },
    { port: 81, name: 'b' },
  ],
  ownerReferences: [{ uid: 'u1', name: 'o' }],
  tolerations: [{ key: 'k', operator: 'Exists' }],
  finalizers: ['x.io/a', 'x.io/b'],
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%' } },
  labels: { l: '1' },
  whole: { a: 1 },
}

// The answers are kube-apiserver 1.34's, to the same patches of Deployments and Services.
describe('applyStrategicMergePatch', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'merges items by key',
      { containers: [{ name: 'b', image: 'k' }] },
      { containers: [A, { ...B, image: 'k' }] },
    ],
    ['puts new items first', { containers: [C] }, { containers: [C, A, B] }],
    ['deletes items', { containers: [{ name: 'a', $patch: 'delete' }] }, { containers: [B] }],
    ['replaces a merging list', { containers: [{ $patch: 'replace' }, C] }, { containers: [C] }],
    ['empties a merging list', { containers: [{ $patch: 'replace' }] }, { containers: [] }],
    ['adds nothing for an empty list', { containers: [], finalizers: [] }, {}],
    ['replaces lists without a strategy', { tolerations: [{ key: 'z' }] }, { tolerations: [{ key: 'z' }] }],
    [
      'removes what is null',
      { finalizers: null, labels: { l: null, m: 'n' } },
      { finalizers: undefined, labels: { m: 'n' } },
    ],
    [
      'merges plain values as a set',
      { finalizers: ['x.io/c', 'x.io/a'] },
      { finalizers: ['x.io/c', 'x.io/a', 'x.io/b'] },
    ],
    [
      'takes plain values away',
      { '$deleteFromPrimitiveList/finalizers': ['x.io/a'] },
      { finalizers: ['x.io/b'] },
    ],
    ['takes nothing away by a word', { '$deleteFromPrimitiveList/finalizers': 'x' }, {}],
    ['takes nothing away from what is no list', { '$deleteFromPrimitiveList/labels': ['l'] }, {}],
    ['takes nothing away from what is not there', { '$deleteFromPrimitiveList/nope': ['l'] }, {}],
    [
      'adds, takes away and orders plain values',
      {
        '$deleteFromPrimitiveList/finalizers': ['x.io/a'],
        '$setElementOrder/finalizers': ['x.io/z', 'x.io/b'],
        finalizers: ['x.io/z'],
      },
      { finalizers: ['x.io/z', 'x.io/b'] },
    ],
    [
      'orders items',
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] },
      { containers: [B, A] },
    ],
    [
      'orders items that it adds and deletes',
      {
        '$setElementOrder/containers': [{ name: 'c' }, { name: 'a' }],
        containers: [C, { name: 'b', $patch: 'delete' }],
      },
      { containers: [C, A] },
    ],
    [
      'gives an added item the place of a deleted one among those it does not order',
      { '$setElementOrder/containers': [{ name: 'c' }], containers: [C, { name: 'b', $patch: 'delete' }] },
      { containers: [A, C] },
    ],
    [
      'puts an added item before those it does not order if none is deleted',
      { '$setElementOrder/containers': [{ name: 'c' }], containers: [C] },
      { containers: [C, A, B] },
    ],
    [
      'puts an added item last by an empty order',
      { '$setElementOrder/containers': [], containers: [C] },
      { containers: [A, B, C] },
    ],
    ['orders nothing that is not there', { '$setElementOrder/hostAliases': [{ ip: 'a' }] }, {}],
    [
      'orders what is new',
      { '$setElementOrder/hostAliases': [{ ip: 'a' }, { ip: 'b' }], hostAliases: [{ ip: 'b' }] },
      { hostAliases: [{ ip: 'b' }] },
    ],
    [
      'retains the keys it names',
      { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: null } },
      { strategy: { type: 'Recreate' } },
    ],
    [
      'retains the keys it names of an item',
      { volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'q' } }] },
      {
        volumes: [
          { name: 'v', configMap: { name: 'q' } },
          { name: 'w', emptyDir: {} },
        ],
      },
    ],
    [
      'merges an object',
      { strategy: { type: 'Recreate' } },
      { strategy: { ...DOCUMENT.strategy, type: 'Recreate' } },
    ],
    [
      'replaces an object',
      { strategy: { $patch: 'replace', type: 'Recreate' } },
      { strategy: { type: 'Recreate' } },
    ],
    ['empties an object', { strategy: { $patch: 'delete' } }, { strategy: {} }],
    ['replaces an object with that strategy', { whole: { b: 2, c: null } }, { whole: { b: 2 } }],
    ['drops what is marked and was not there', { annotations: { $patch: 'replace', q: '1' } }, {}],
    [
      'drops nulls from what was not there',
      { annotations: { a: '1', b: null } },
      { annotations: { a: '1' } },
    ],
    [
      'merges lists within items',
      { containers: [{ name: 'a', env: [{ name: 'E', $patch: 'delete' }, { name: 'F' }], args: ['y'] }] },
      { containers: [{ ...A, env: [{ name: 'F' }], args: ['y'] }, B] },
    ],
    [
      'merges by numbers',
      { servicePorts: [{ port: 80, targetPort: 8080 }] },
      {
        servicePorts: [
          { port: 80, name: 'a', targetPort: 8080 },
          { port: 81, name: 'b' },
        ],
      },
    ],
    [
      'merges by uid',
      { ownerReferences: [{ uid: 'u1', controller: true }] },
      { ownerReferences: [{ uid: 'u1', name: 'o', controller: true }] },
    ],
    [
      'merges two items of one key in turn',
      {
        containers: [
          { name: 'b', image: 'z' },
          { name: 'b', args: ['q'] },
        ],
      },
      { containers: [A, { ...B, image: 'z', args: ['q'] }] },
    ],
    [
      'replaces one type by another',
      { labels: 'x', finalizers: { a: null } },
      { labels: 'x', finalizers: {} },
    ],
    ['sets what has no schema', { unknown: { a: [1] } }, { unknown: { a: [1] } }],
  ])('%s', (_title, patch, changes) => {
    expect(applyStrategicMergePatch(frozen(DOCUMENT), frozen(patch), SCHEMA)).toEqual({
      ...DOCUMENT,
      ...changes,
    })
  })

  it('deletes all of it, or nothing by null', () => {
    expect(applyStrategicMergePatch(DOCUMENT, { $patch: 'delete' }, SCHEMA)).toEqual({})
    expect(applyStrategicMergePatch(DOCUMENT, null, SCHEMA)).toBe(DOCUMENT)
  })

  it('merges objects and replaces lists where there is no schema', () => {
    const document = { a: { b: 1, l: [{ name: 'x' }] } }
    expect(applyStrategicMergePatch(document, { a: { c: 2, l: [{ name: 'y' }] } }, {})).toEqual({
      a: { b: 1, c: 2, l: [{ name: 'y' }] },
    })
  })

  it('shares what it does not change, the whole included', () => {
    const patch = { labels: { l: '1' }, containers: [{ name: 'b', image: 'j' }], finalizers: ['x.io/a'] }
    expect(applyStrategicMergePatch(DOCUMENT, patch, SCHEMA)).toBe(DOCUMENT)
    const changed = applyStrategicMergePatch(DOCUMENT, { containers: [{ name: 'b', image: 'k' }] }, SCHEMA)
    expect((changed as typeof DOCUMENT).containers[0]).toBe(A)
    expect(changed.volumes).toBe(DOCUMENT.volumes)
  })

  it.each<[JsonValue, string]>([
    [[], 'json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [1, 'json: cannot unmarshal number into Go value of type map[string]interface {}'],
    [{ $setElementOrder: ['a'] }, 'invalid patch format of setElementOrder list'],
    [{ $deleteFromPrimitiveList: ['a'] }, 'invalid patch format of primitive list'],
    [{ strategy: { $retainKeys: 'x' } }, 'invalid patch format of retainKeys'],
    [{ strategy: { $retainKeys: ['type'], rollingUpdate: {} } }, 'invalid patch format of retainKeys'],
  ])('answers 400 to %j', (patch, message) => {
    const refusal = new ApiError(message, { code: 400, reason: 'BadRequest' })
    expect(() => applyStrategicMergePatch(DOCUMENT, patch, SCHEMA)).toThrow(refusal)
  })

  it.each<[JsonObject, string]>([
    [{ containers: [{ image: 'x' }] }, 'map: map[image:x] does not contain declared merge key: name'],
    [
      { containers: [{ $patch: 'delete' }] },
      'map: map[$patch:delete] does not contain declared merge key: name',
    ],
    [
      { containers: [{ name: 'a', $patch: 'frob' }] },
      'unknown patch type: frob in map: map[$patch:frob name:a]',
    ],
    [{ containers: [{ name: 'a', $patch: 'merge' }] }, 'merging lists cannot yet be specified in the patch'],
    [{ strategy: { $patch: 'merge' } }, 'unknown patch type: merge in map: map[$patch:merge]'],
    [{ finalizers: [1] }, 'list element types are not identical: [[x.io/a x.io/b] [1]]'],
    [{ finalizers: [null] }, 'list element types are not identical: [[x.io/a x.io/b] [<nil>]]'],
    [{ '$setElementOrder/hostAliases': [], hostAliases: [] }, 'no elements in any of the given slices'],
    [{ '$setElementOrder/containers': 'x' }, 'expected a []interface {}, but received a string'],
    [{ '$setElementOrder/containers': ['a'] }, 'value for key 0 is not a map'],
    [
      { '$setElementOrder/containers': [{ image: 'b' }], containers: [{ name: 'a' }] },
      'map: map[image:b] does not contain declared merge key: name',
    ],
    [
      { '$setElementOrder/nope': ['a'] },
      'unable to find api field in struct PodSpec for the json field "nope"',
    ],
    [
      { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }], containers: [C] },
      "The order in patch list:\n[map[image:c name:c]]\n doesn't match $setElementOrder list:\n[map[name:b] map[name:a]]\n",
    ],
    [
      {
        strategy: {
          $patch: 'frob',
          x: [1, 1.5, true, null, { b: 's', a: [] }],
          n: 1000000,
          f: 12345678.5,
          e: 1e-7,
        },
      },
      'unknown patch type: frob in map: map[$patch:frob e:1e-07 f:1.23456785e+07 n:1000000 x:[1 1.5 true <nil> map[a:[] b:s]]]',
    ],
  ])('answers 500 to %j', (patch, message) => {
    expect(() => applyStrategicMergePatch(DOCUMENT, patch, SCHEMA)).toThrow(
      new ApiError(message, { code: 500 }),
    )
  })

  it('answers 422 to lists of lists', () => {
    expect(() => applyStrategicMergePatch({ finalizers: [['a']] }, { finalizers: [['b']] }, SCHEMA)).toThrow(
      'the server rejected our request due to an error in our request',
    )
  })
})

function frozen<T>(value: T): T {
  for (const member of Object.values(value ?? {})) if (typeof member === 'object') frozen(member)
  return Object.freeze(value)
}
