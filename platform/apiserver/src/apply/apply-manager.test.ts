import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { ApiError } from '../status/api-error.ts'
import { applyPatch, trackUpdate, type WriteOptions } from './apply-manager.ts'

const string: Schema = { type: 'string' }
const integer: Schema = { type: 'integer' }
const port: Schema = {
  type: 'object',
  properties: { port: integer, protocol: { ...string, default: 'TCP' }, name: string },
}
const SCHEMA: Schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: integer,
        name: string,
        map: { type: 'object', additionalProperties: string },
        tags: { type: 'array', listType: 'set', items: string },
        ports: { type: 'array', listType: 'map', listMapKeys: ['port', 'protocol'], items: port },
      },
    },
    status: { type: 'object', properties: { phase: string } },
  },
}
const START = Date.UTC(2026, 0, 1)
const at = (second: number): string => `2026-01-01T00:00:0${second}Z`

const thing = (fields: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'ex.io/v1',
  kind: 'Thing',
  metadata: { name: 'thing', ...metadata },
  ...fields,
})

interface More extends Partial<WriteOptions> {
  readonly force?: boolean
  readonly second?: number
}

const write = (manager: string, { second = 0, ...more }: More): WriteOptions => ({
  manager,
  schema: SCHEMA,
  apiVersion: 'ex.io/v1',
  now: new Date(START + second * 1000),
  ...more,
})

function apply(
  live: JsonObject | undefined,
  manager: string,
  applied: JsonObject,
  more: More = {},
): JsonObject {
  return applyPatch({ ...write(manager, more), live, applied, force: more.force ?? false })
}

function update(
  live: JsonObject | undefined,
  manager: string,
  updated: JsonObject,
  more: More = {},
): JsonObject {
  return trackUpdate({ ...write(manager, more), live, updated })
}

function managedFields({ metadata }: JsonObject): readonly JsonObject[] {
  return isObject(metadata) && isList(metadata.managedFields) ? metadata.managedFields.filter(isObject) : []
}

/** `manager operation[/subresource][@second] fields`, an entry a line. */
function owners(object: JsonObject): readonly string[] {
  return managedFields(object).map(({ manager, operation, subresource, time, fieldsV1 }) => {
    const place = subresource === undefined ? '' : `/${subresource}`
    const when = typeof time === 'string' ? `@${Number(time.slice(-3, -1))}` : ''
    return `${manager} ${operation}${place}${when} ${JSON.stringify(fieldsV1).replaceAll('"', '')}`
  })
}

function refusal(attempt: () => unknown): ApiError['status'] {
  try {
    attempt()
  } catch (cause) {
    if (cause instanceof ApiError) return cause.status
  }
  throw new Error('it was not refused')
}

describe('applying', () => {
  it('creates what is not there, and owns what it said', () => {
    const created = apply(undefined, 'm1', thing({ spec: { size: 1 } }, { labels: { a: 'b' } }))
    expect(created).toMatchObject({ metadata: { name: 'thing', labels: { a: 'b' } }, spec: { size: 1 } })
    expect(managedFields(created)).toEqual([
      {
        manager: 'm1',
        operation: 'Apply',
        apiVersion: 'ex.io/v1',
        time: at(0),
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:metadata': { 'f:labels': { 'f:a': {} } }, 'f:spec': { 'f:size': {} } },
      },
    ])
  })

  it('answers the live object where nothing changes, times included', () => {
    const live = apply(undefined, 'm1', thing({ spec: { size: 1 } }))
    expect(apply(live, 'm1', thing({ spec: { size: 1 } }), { second: 5 })).toEqual(live)
  })

  it('gives who only shares a field no time', () => {
    const live = apply(undefined, 'm1', thing({ spec: { size: 1 } }))
    const shared = apply(live, 'm2', thing({ spec: { size: 1 } }), { second: 5 })
    expect(owners(shared)).toEqual(['m2 Apply {f:spec:{f:size:{}}}', 'm1 Apply@0 {f:spec:{f:size:{}}}'])
  })

  it('names every conflict in a 409', () => {
    const first = apply(undefined, 'm1', thing({ spec: { size: 1, ports: [{ port: 80, name: 'h' }] } }))
    const live = update(first, 'u', thing({ spec: { ...(first.spec as JsonObject), name: 'n' } }))
    const wanted = thing({ spec: { size: 2, name: 'x', ports: [{ port: 80, name: 'y' }] } })
    expect(refusal(() => apply(live, 'm2', wanted))).toMatchObject({
      code: 409,
      reason: 'Conflict',
      message:
        'Apply failed with 3 conflicts: conflicts with "m1":\n- .spec.size\n- .spec.ports[port=80,protocol="TCP"].name\nconflicts with "u" using ex.io/v1:\n- .spec.name',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "m1"', field: '.spec.size' },
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "m1"',
            field: '.spec.ports[port=80,protocol="TCP"].name',
          },
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "u" using ex.io/v1',
            field: '.spec.name',
          },
        ],
      },
    })
  })

  it('says in a conflict which subresource the owner wrote', () => {
    const status = { subresource: 'status' }
    const created = update(undefined, 'u', thing({ spec: {} }))
    const live = update(created, 'u', thing({ spec: {}, status: { phase: 'A' } }), status)
    const message = 'conflict with "u" with subresource "status" using ex.io/v1: .status.phase'
    expect(() => apply(live, 'm', thing({ status: { phase: 'B' } }), status)).toThrow(
      `Apply failed with 1 conflict: ${message}`,
    )
    const forced = apply(live, 'm', thing({ status: { phase: 'B' } }), { ...status, force: true })
    expect(() => apply(forced, 'm2', thing({ status: { phase: 'C' } }), status)).toThrow(
      'conflict with "m" with subresource "status": .status.phase',
    )
  })

  it('owns no status on the object itself, and no spec on its status', () => {
    const both = thing({ spec: { size: 1 }, status: { phase: 'A' } })
    const live = apply(undefined, 'm', both)
    expect(owners(live)).toEqual(['m Apply@0 {f:spec:{f:size:{}}}'])
    const other = thing({ spec: { size: 2 }, status: { phase: 'B' } })
    expect(owners(apply(live, 'm', other, { subresource: 'status', second: 1 }))).toEqual([
      'm Apply@0 {f:spec:{f:size:{}}}',
      'm Apply/status@1 {f:status:{f:phase:{}}}',
    ])
    const open = apply(undefined, 'm', both, { reset: [] })
    expect(owners(open)).toEqual(['m Apply@0 {f:spec:{f:size:{}},f:status:{f:phase:{}}}'])
  })

  it('gives what is there without managedFields to whoever was before', () => {
    const live = thing({ spec: { size: 1 } }, { uid: 'u', resourceVersion: '5' })
    expect(owners(apply(live, 'm', thing({ spec: { name: 'x' } })))).toEqual([
      'm Apply@0 {f:spec:{f:name:{}}}',
      'before-first-apply Update@0 {f:spec:{.:{},f:size:{}}}',
    ])
    expect(() => apply(live, 'm', thing({ spec: { size: 2 } }))).toThrow(
      'conflict with "before-first-apply" using ex.io/v1: .spec.size',
    )
  })

  it('leaves the defaults of others alone', () => {
    const first = apply(undefined, 'm', thing({ spec: { ports: [{ port: 80 }] } }))
    const live = { ...first, spec: { ports: [{ port: 80, protocol: 'TCP' }] } }
    const again = apply(live, 'm', thing({ spec: { ports: [{ port: 80 }] } }), { second: 3 })
    expect(again).toEqual(live)
    expect(owners(again)).toEqual([
      'm Apply@0 {f:spec:{f:ports:{k:{\\port\\:80,\\protocol\\:\\TCP\\}:{.:{},f:port:{}}}}}',
    ])
  })

  it('owns as a whole what its schema has made atomic since', () => {
    const live = apply(undefined, 'm', thing({ spec: { map: { a: '1' }, tags: ['x'] } }))
    const spec: Schema = {
      type: 'object',
      properties: {
        size: integer,
        map: { type: 'object', mapType: 'atomic', additionalProperties: string },
        tags: { type: 'array', items: string },
      },
    }
    const schema: Schema = { type: 'object', properties: { spec } }
    const after = apply(live, 'm2', thing({ spec: { size: 1 } }), { schema })
    expect(owners(after)[0]).toBe('m Apply@0 {f:spec:{f:map:{},f:tags:{}}}')
  })

  it.each<[number, string, JsonObject]>([
    [400, 'invalid object type: ex.io/v2, Kind=Thing', { ...thing({}), apiVersion: 'ex.io/v2' }],
    [400, 'metadata.managedFields must be nil', thing({}, { managedFields: [] })],
    [
      500,
      'failed to create typed patch object (/thing; ex.io/v1, Kind=Thing): .spec.bogus: field not declared in schema',
      thing({ spec: { bogus: 1 } }),
    ],
    [
      500,
      'failed to create typed patch object (ns/thing; ex.io/v1, Kind=Thing): .spec.tags: duplicate entries for key [="a"]',
      thing({ spec: { tags: ['a', 'a'] } }, { namespace: 'ns' }),
    ],
  ])('refuses with %i: %s', (code, message, applied) => {
    expect(refusal(() => apply(undefined, 'm', applied))).toMatchObject({ code, message })
  })

  it('lets kubectl take over what its client-side apply has set, and keeps its annotation', () => {
    const key = 'kubectl.kubernetes.io/last-applied-configuration'
    const last = JSON.stringify(thing({ spec: { size: 1, name: 'a' } }, { annotations: {} }))
    const csa = thing({ spec: { size: 1, name: 'a' } }, { annotations: { [key]: last } })
    const live = update(undefined, 'kubectl-client-side-apply', csa)
    expect(() => apply(live, 'other', thing({ spec: { size: 2 } }))).toThrow('conflict')
    const taken = apply(live, 'kubectl', thing({ spec: { size: 2 } }))
    expect(taken).toMatchObject({
      spec: { size: 2, name: 'a' },
      metadata: {
        annotations: {
          [key]: '{"apiVersion":"ex.io/v1","kind":"Thing","metadata":{"name":"thing"},"spec":{"size":2}}\n',
        },
      },
    })
    expect(() => apply(taken, 'kubectl', thing({ spec: { size: 2, name: 'b' } }))).toThrow(
      'conflict with "kubectl-client-side-apply" using ex.io/v1: .spec.name',
    )
  })
})

describe('any other write', () => {
  it('owns what it creates, without what every object has', () => {
    const metadata = {
      namespace: 'ns',
      uid: 'u',
      generation: 1,
      creationTimestamp: at(0),
      labels: { a: 'b' },
    }
    expect(owners(update(undefined, 'u', thing({ spec: { size: 1 } }, metadata)))).toEqual([
      'u Update@0 {f:metadata:{f:labels:{.:{},f:a:{}}},f:spec:{.:{},f:size:{}}}',
    ])
  })

  it('does not own the structs that an object of its kind always has', () => {
    const empty = { spec: { tags: null }, status: {} }
    expect(owners(update(undefined, 'u', thing({ spec: { size: 1 } }), { empty }))).toEqual([
      'u Update@0 {f:spec:{f:size:{}}}',
    ])
  })

  it('keeps entries and times where nothing changes', () => {
    const live = update(undefined, 'u', thing({ spec: { size: 1 } }))
    expect(update(live, 'v', thing({ spec: { size: 1 } }), { second: 5 })).toEqual(live)
  })

  it.each<[string, JsonValue]>([
    ['[]', []],
    ['[{}]', [{}]],
  ])('forgets managedFields that are sent as %s', (_, sent) => {
    const live = apply(undefined, 'm', thing({ spec: { size: 1 } }))
    const forgotten = update(live, 'u', thing({ spec: { size: 2 } }, { managedFields: sent }))
    expect(forgotten).toEqual(thing({ spec: { size: 2 } }))
    expect(update(forgotten, 'u', thing({ spec: { size: 3 } }))).toEqual(thing({ spec: { size: 3 } }))
  })

  it('takes managedFields that a client has edited', () => {
    const live = apply(undefined, 'm', thing({ spec: { size: 1 } }))
    const edited = managedFields(live).map((entry) => ({ ...entry, manager: 'n' }))
    const updated = update(live, 'u', thing({ spec: { size: 1 } }, { managedFields: edited }))
    expect(owners(updated)).toEqual(['n Apply@0 {f:spec:{f:size:{}}}'])
  })

  it('keeps those that are there where the edited ones make no sense, or come by a subresource', () => {
    const live = apply(undefined, 'm', thing({ spec: { size: 1 } }))
    const nonsense = thing({ spec: { size: 1 } }, { managedFields: [{ manager: 'x', operation: 'Nope' }] })
    expect(owners(update(live, 'u', nonsense))).toEqual(owners(live))
    const reset = thing({ spec: { size: 1 }, status: { phase: 'A' } }, { managedFields: [] })
    expect(owners(update(live, 'u', reset, { subresource: 'status' }))).toEqual([
      ...owners(live),
      'u Update/status@0 {f:status:{.:{},f:phase:{}}}',
    ])
  })

  it('loses account of an object that does not fit its schema', () => {
    expect(managedFields(update(undefined, 'u', thing({ spec: { bogus: 1 } })))).toEqual([])
  })

  it('squashes the oldest of more than ten updaters', () => {
    let live = update(undefined, 'u0', thing({ spec: { map: { k0: 'x' } } }))
    for (let index = 1; index < 12; index++) {
      const map = Object.fromEntries(Array.from({ length: index + 1 }, (_, key) => [`k${key}`, 'x']))
      live = update(live, `u${index}`, thing({ spec: { map } }), { second: Math.min(index, 9) })
    }
    expect(owners(live)[0]).toBe(
      'ancient-changes Update@2 {f:spec:{.:{},f:map:{.:{},f:k0:{},f:k1:{},f:k2:{}}}}',
    )
    expect(managedFields(live)).toHaveLength(10)
  })

  it('is unknown without a name', () => {
    expect(owners(update(undefined, '', thing({ spec: { size: 1 } })))[0]).toMatch(/^unknown Update/)
  })
})

describe('of any configurations', () => {
  // Of those with empty maps and lists it is not so, here as upstream: a merge may leave nothing, or null, of them.
  const letters = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 })
  const spec = fc.record(
    {
      size: fc.nat(2),
      name: fc.constantFrom('x', 'y'),
      tags: letters,
      map: letters.map((keys) => Object.fromEntries(keys.map((key) => [key, 'v']))),
      ports: fc
        .uniqueArray(fc.nat(2), { minLength: 1 })
        .map((ports) => ports.map((number) => ({ port: number }))),
    },
    { requiredKeys: ['size'] },
  )

  const labelled = (each: JsonObject): JsonObject => thing({ spec: each }, { labels: { a: 'b' } })
  const history = fc.array(fc.tuple(fc.constantFrom('m1', 'm2', 'm3'), spec), { maxLength: 5 })

  it('applying one again changes nothing, and force never conflicts', () => {
    const property = fc.property(history, spec, (before, last) => {
      let live: JsonObject | undefined
      for (const [manager, each] of before) live = apply(live, manager, labelled(each), { force: true })
      const once = apply(live, 'm1', labelled(last), { force: true })
      expect(apply(once, 'm1', labelled(last), { second: 9 })).toEqual(once)
    })
    fc.assert(property)
  })
})
