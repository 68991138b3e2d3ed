import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { applyDefaults } from './apply-defaults.ts'
import { prune, unknownField } from './prune.ts'
import { schemaOf } from './schema-of.ts'

const properties = {
  strict: {
    type: 'object',
    properties: {
      a: { type: 'integer' },
      o: { type: 'object', properties: { x: { type: 'integer' } } },
      l: { type: 'array', items: { type: 'object', properties: { x: { type: 'integer' } } } },
    },
  },
  preserve: {
    type: 'object',
    properties: { a: { type: 'object', properties: { x: { type: 'integer' } } } },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  mapOf: { type: 'object', additionalProperties: { type: 'object', properties: { x: { type: 'integer' } } } },
  listPreserve: {
    type: 'array',
    items: { type: 'object', properties: { x: { type: 'object', properties: { y: { type: 'integer' } } } } },
    'x-kubernetes-preserve-unknown-fields': true,
  },
  embedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  embeddedStrict: {
    type: 'object',
    properties: { spec: { type: 'object', properties: { a: { type: 'integer' } } } },
    'x-kubernetes-embedded-resource': true,
  },
  openMap: { type: 'object', additionalProperties: true },
  nulls: {
    type: 'object',
    properties: {
      a: { type: 'integer' },
      b: { type: 'integer', nullable: true },
      l: { type: 'array', items: { type: 'integer' } },
    },
  },
}

const schema = schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } })

/** What kube-apiserver 1.34.2 made of a value at `spec.<name>`: the spec, and its warnings. */
const ANSWERS: readonly (readonly [name: string, JsonValue, spec: JsonObject, ...string[]])[] = [
  [
    'strict',
    { a: 1, bogus: 1, o: { x: 1, y: 2 }, l: [{ x: 1 }, { y: 1 }] },
    { strict: { a: 1, l: [{ x: 1 }, {}], o: { x: 1 } } },
    'unknown field "spec.strict.bogus"',
    'unknown field "spec.strict.l[1].y"',
    'unknown field "spec.strict.o.y"',
  ],
  [
    'preserve',
    { a: { x: 1, y: 1 }, z: { q: 1 } },
    { preserve: { a: { x: 1 }, z: { q: 1 } } },
    'unknown field "spec.preserve.a.y"',
  ],
  ['mapOf', { k: { x: 1, y: 1 } }, { mapOf: { k: { x: 1 } } }, 'unknown field "spec.mapOf.k.y"'],
  [
    'listPreserve',
    [{ x: { y: 1, z: 1 }, w: 1 }],
    { listPreserve: [{ w: 1, x: { y: 1 } }] },
    'unknown field "spec.listPreserve[0].x.z"',
  ],
  [
    'embedded',
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x', bogus: 1, labels: {} }, spec: { a: 1 } },
    { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 1 } } },
    'unknown field "spec.embedded.metadata.bogus"',
  ],
  [
    'embedded',
    { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' }, creationTimestamp: null } },
    { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { labels: { a: 'b' } } } },
  ],
  [
    'embeddedStrict',
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 1, b: 2 }, other: 1 },
    { embeddedStrict: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { a: 1 } } },
    'unknown field "spec.embeddedStrict.other"',
    'unknown field "spec.embeddedStrict.spec.b"',
  ],
  ['openMap', { a: { b: 1 } }, { openMap: { a: {} } }, 'unknown field "spec.openMap.a.b"'],
  ['nulls', { a: null, b: null, c: null }, { nulls: { b: null } }, 'unknown field "spec.nulls.c"'],
]

describe('prune', () => {
  for (const [name, value, spec, ...warnings] of ANSWERS) {
    it(`drops what Kubernetes drops: ${name} of ${JSON.stringify(value)}`, () => {
      const pruned = prune({ spec: { [name]: value } }, schema)
      expect(applyDefaults(pruned.value, schema)).toEqual({ spec })
      expect(pruned.unknown.map(unknownField)).toEqual(warnings)
    })
  }

  it('keeps apiVersion, kind and metadata of the root, which no schema needs to name', () => {
    const resource = { apiVersion: 'a/v1', kind: 'A', metadata: { name: 'x' }, spec: {} }
    expect(prune(resource, schema)).toEqual({ value: resource, unknown: [] })
  })

  it('names what it drops from metadata first, then the rest by name', () => {
    const owner = { apiVersion: 'v1', kind: 'X', name: 'n', uid: 'u' }
    const { value, unknown } = prune(
      {
        metadata: { name: 'x', bogus: 1, labels: {}, ownerReferences: [{ ...owner, bogus: 1 }] },
        zeta: 1,
        spec: { zone: 1, aaa: 1 },
        bogus: 1,
      },
      schema,
    )
    expect(value).toEqual({ metadata: { name: 'x', ownerReferences: [owner] }, spec: {} })
    expect(unknown).toEqual([
      'metadata.bogus',
      'metadata.ownerReferences[0].bogus',
      'bogus',
      'spec.aaa',
      'spec.zone',
      'zeta',
    ])
  })

  it('shares what stays the same, and leaves what it was given alone', () => {
    const kept = { x: 1 }
    const resource = { spec: { strict: { o: kept, bogus: 1 } } }
    const copy = structuredClone(resource)
    const { value } = prune(resource, schema)
    expect(resource).toEqual(copy)
    expect(value).toEqual({ spec: { strict: { o: kept } } })
    expect((value as typeof resource).spec.strict.o).toBe(kept)
    const clean = { spec: { strict: { o: kept } } }
    expect(prune(clean, schema).value).toBe(clean)
  })

  it('is not fooled by fields that every JavaScript object has', () => {
    const value = JSON.parse('{"spec": {"strict": {"constructor": 1, "__proto__": {"a": 1}, "a": 1}}}')
    const pruned = prune(value, schema)
    expect(JSON.stringify(pruned.value)).toBe('{"spec":{"strict":{"a":1}}}')
    expect(pruned.unknown).toEqual(['spec.strict.__proto__', 'spec.strict.constructor'])
  })
})
