import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { applyDefaults } from './apply-defaults.ts'
import { prune } from './prune.ts'
import { schemaOf } from './schema-of.ts'

const properties = {
  flat: {
    type: 'object',
    properties: {
      a: { type: 'integer', default: 5 },
      b: { type: 'string', default: 'x', nullable: true },
      o: { type: 'object', properties: { p: { type: 'integer', default: 1 } } },
    },
  },
  parent: {
    type: 'object',
    properties: {
      o: {
        type: 'object',
        properties: {
          p: { type: 'integer', default: 1 },
          q: { type: 'object', properties: { r: { type: 'integer', default: 2 } } },
        },
        default: {},
      },
    },
  },
  inList: { type: 'array', items: { type: 'object', properties: { p: { type: 'integer', default: 1 } } } },
  nullItem: { type: 'array', items: { type: 'integer', default: 3 } },
  inMap: {
    type: 'object',
    additionalProperties: { type: 'object', properties: { p: { type: 'integer', default: 1 } } },
  },
  top: { type: 'integer', default: 42 },
}

const schema = schemaOf({ type: 'object', properties: { spec: { type: 'object', properties } } })

/** What kube-apiserver 1.34.2 made of a value at `spec.<name>`: the spec, and its warnings. */
const ANSWERS: readonly (readonly [name: string, JsonValue, spec: JsonObject, ...string[]])[] = [
  ['flat', {}, { top: 42, flat: { a: 5, b: 'x' } }],
  ['flat', { a: null, b: null }, { top: 42, flat: { a: 5, b: null } }],
  ['flat', { o: {} }, { top: 42, flat: { a: 5, b: 'x', o: { p: 1 } } }],
  ['flat', { a: 7 }, { top: 42, flat: { a: 7, b: 'x' } }],
  ['parent', {}, { top: 42, parent: { o: { p: 1 } } }],
  ['parent', { o: null }, { top: 42, parent: { o: { p: 1 } } }],
  ['parent', { o: { q: {} } }, { top: 42, parent: { o: { p: 1, q: { r: 2 } } } }],
  ['inList', [{}, { p: 2 }], { top: 42, inList: [{ p: 1 }, { p: 2 }] }],
  ['nullItem', [null, 1], { top: 42, nullItem: [3, 1] }],
  ['inMap', { k: {} }, { top: 42, inMap: { k: { p: 1 } } }],
  ['inMap', { k: null }, { top: 42, inMap: {} }],
  ['top', 1, { top: 1 }],
]

describe('applyDefaults', () => {
  for (const [name, value, spec] of ANSWERS) {
    it(`fills in what Kubernetes fills in: ${name} of ${JSON.stringify(value)}`, () => {
      expect(applyDefaults(prune({ spec: { [name]: value } }, schema).value, schema)).toEqual({ spec })
    })
  }

  it('makes no parent only to default below it', () => {
    const nested = schemaOf({
      type: 'object',
      properties: { a: { type: 'object', properties: { b: { type: 'integer', default: 1 } } } },
    })
    expect(applyDefaults({}, nested)).toEqual({})
    expect(applyDefaults({ a: {} }, nested)).toEqual({ a: { b: 1 } })
  })

  it('shares what stays the same, and leaves what it was given alone', () => {
    const kept = { a: 1, b: 'x' }
    const resource = { spec: { flat: kept, top: 1 } }
    const filled = applyDefaults(resource, schema)
    expect(filled).toBe(resource)
    const missing = { spec: { flat: { o: {} }, top: 1 } }
    const copy = structuredClone(missing)
    expect(applyDefaults(missing, schema)).not.toBe(missing)
    expect(missing).toEqual(copy)
  })
})
