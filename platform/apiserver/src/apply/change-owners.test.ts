import { describe, expect, it } from 'vitest'
import { isList, isObject, type JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { applyPatch, trackUpdate } from './apply-manager.ts'

const string: Schema = { type: 'string' }
const schemaWith = (tags: Schema): Schema => ({
  type: 'object',
  properties: { spec: { type: 'object', properties: { name: string, tags } } },
})
const V1 = schemaWith({ type: 'array', listType: 'set', items: string })
const V2 = schemaWith({ type: 'array', items: string })
const BOTH = new Map([
  ['ex.io/v1', V1],
  ['ex.io/v2', V2],
])
const common = { now: new Date(0), versions: BOTH }
const v1 = { ...common, apiVersion: 'ex.io/v1', schema: V1 }
const v2 = { ...common, apiVersion: 'ex.io/v2', schema: V2 }

const thing = (apiVersion: string, spec: JsonObject): JsonObject => ({
  apiVersion,
  kind: 'Thing',
  metadata: { name: 'thing' },
  spec,
})

function apply(
  write: typeof v1,
  live: JsonObject | undefined,
  manager: string,
  spec: JsonObject,
): JsonObject {
  const inVersion = live === undefined ? undefined : { ...live, apiVersion: write.apiVersion }
  return applyPatch({
    ...write,
    live: inVersion,
    manager,
    applied: thing(write.apiVersion, spec),
    force: false,
  })
}

function owners({ metadata }: JsonObject): readonly string[] {
  const entries = isObject(metadata) && isList(metadata.managedFields) ? metadata.managedFields : []
  return entries
    .filter(isObject)
    .map(({ manager, apiVersion, fieldsV1 }) => `${manager} ${apiVersion} ${JSON.stringify(fieldsV1)}`)
}

describe('owners of a kind with several versions', () => {
  const made = apply(v1, undefined, 'm1', { tags: ['a'] })

  it('own what they own as their version has it', () => {
    expect(owners(apply(v2, made, 'm2', { tags: ['a'] })).toSorted()).toEqual([
      'm1 ex.io/v1 {"f:spec":{"f:tags":{"v:\\"a\\"":{}}}}',
      'm2 ex.io/v2 {"f:spec":{"f:tags":{}}}',
    ])
  })

  it('conflict over what another version has as a whole', () => {
    const both = apply(v2, made, 'm2', { tags: ['a'] })
    expect(() => apply(v1, both, 'm1', { tags: ['a', 'b'] })).toThrow('conflict with "m2": .spec.tags')
  })

  it('are the same applier in each of them', () => {
    const moved = apply(v2, made, 'm1', { name: 'x' })
    expect(moved.spec).toEqual({ name: 'x' })
    expect(owners(moved)).toEqual(['m1 ex.io/v2 {"f:spec":{"f:name":{}}}'])
  })

  it('are forgotten with their version', () => {
    const alone = { ...v2, versions: new Map([['ex.io/v2', V2]]) }
    const live = { ...apply(v2, made, 'm2', { name: 'x' }), apiVersion: 'ex.io/v2' }
    const updated = thing('ex.io/v2', { name: 'y', tags: ['a'] })
    expect(owners(trackUpdate({ ...alone, live, updated, manager: 'u' }))).toEqual([
      'u ex.io/v2 {"f:spec":{"f:name":{}}}',
    ])
  })

  it('are taken for owners in the version of the request where nothing is said of versions', () => {
    const { versions: _, ...one } = v2
    const live = { ...made, apiVersion: 'ex.io/v2' }
    const applied = thing('ex.io/v2', { name: 'x' })
    const after = applyPatch({ ...one, live, manager: 'm2', applied, force: false })
    expect(owners(after)).toContain('m1 ex.io/v1 {"f:spec":{"f:tags":{}}}')
  })
})
