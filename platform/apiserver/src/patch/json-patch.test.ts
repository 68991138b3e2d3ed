import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJson } from '../json/format-json.ts'
import type { JsonValue } from '../json/json-value.ts'
import { ApiError } from '../status/api-error.ts'
import { applyJsonPatch } from './json-patch.ts'
import { unknownJsonPatchFields } from './json-patch-operations.ts'

const DOCUMENT = { k: 'v', 'a/b': 's', 'm~n': 't', n: 1, nul: null, l: ['a', 'b'], o: { z: { y: [1, 2] } } }

// Every answer here is kube-apiserver 1.34's, on a custom object with this as its spec.
describe('applyJsonPatch', () => {
  it.each<[object, object]>([
    [{ op: 'add', path: '/x', value: '1' }, { x: '1' }],
    [{ op: 'add', path: '/k', value: '2' }, { k: '2' }],
    [{ op: 'add', path: '/k' }, { k: null }],
    [{ op: 'add', path: '/l/-', value: 'c' }, { l: ['a', 'b', 'c'] }],
    [{ op: 'add', path: '/l/0', value: 'c' }, { l: ['c', 'a', 'b'] }],
    [{ op: 'add', path: '/l/2', value: 'c' }, { l: ['a', 'b', 'c'] }],
    [{ op: 'add', path: '/l/-1', value: 'c' }, { l: ['a', 'b', 'c'] }],
    [{ op: 'add', path: '/l/-3', value: 'c' }, { l: ['c', 'a', 'b'] }],
    [{ op: 'add', path: '/l/+1', value: 'c' }, { l: ['a', 'c', 'b'] }],
    [{ op: 'add', path: '/l/01', value: 'c' }, { l: ['a', 'c', 'b'] }],
    [{ op: 'add', path: '/o/z/y/-', value: 3 }, { o: { z: { y: [1, 2, 3] } } }],
    [{ op: 'remove', path: '/k' }, { k: undefined }],
    [{ op: 'remove', path: '/a~1b' }, { 'a/b': undefined }],
    [{ op: 'remove', path: '/m~0n' }, { 'm~n': undefined }],
    [{ op: 'remove', path: '/nul' }, { nul: undefined }],
    [{ op: 'remove', path: '/l/-1' }, { l: ['a'] }],
    [{ op: 'replace', path: '/k', value: '2' }, { k: '2' }],
    [{ op: 'replace', path: '/new', value: '2' }, { new: '2' }],
    [{ op: 'replace', path: '/l/-1', value: 'z' }, { l: ['a', 'z'] }],
    [{ op: 'replace', path: '', value: 1 }, {}],
    [
      { op: 'move', from: '/k', path: '/z' },
      { k: undefined, z: 'v' },
    ],
    [{ op: 'move', from: '/l/0', path: '/l/1' }, { l: ['b', 'a'] }],
    [{ op: 'copy', from: '/k', path: '/z' }, { z: 'v' }],
    [{ op: 'copy', from: '/absent', path: '/z' }, { z: null }],
    [{ op: 'test', path: '/k', value: 'v' }, {}],
    [{ op: 'test', path: '/n', value: 1 }, {}],
    [{ op: 'test', path: '/absent', value: null }, {}],
    [{ op: 'test', path: '/nul', value: null }, {}],
    [{ op: 'test', path: '/l', value: ['a', 'b'] }, {}],
    [{ op: 'test', path: '/o', value: { z: { y: [1, 2] } } }, {}],
  ])('carries out %j', (operation, changes) => {
    expect(applyJsonPatch(DOCUMENT, [operation as JsonValue])).toEqual({ ...DOCUMENT, ...changes })
  })

  it.each<object>([
    { op: 'add', path: '/nope/x', value: 1 },
    { op: 'add', path: '/k/x', value: 1 },
    { op: 'add', path: '/nul/x', value: 1 },
    { op: 'add', path: '', value: {} },
    { op: 'add', path: 'k', value: 1 },
    { op: 'add', path: '/l/3', value: 1 },
    { op: 'add', path: '/l/-4', value: 1 },
    { op: 'add', path: '/l/x', value: 1 },
    { op: 'add', path: '/l/', value: 1 },
    { op: 'add', path: '/l/99999999999999999999', value: 1 },
    { op: 'add', path: '/o/toString/x', value: 1 },
    { op: 'add', path: '/__proto__/x', value: 1 },
    { op: 'remove', path: '/absent' },
    { op: 'remove', path: '/l/2' },
    { op: 'remove', path: '/l/-' },
    { op: 'remove', path: '/l/-3' },
    { op: 'remove', path: '' },
    { op: 'remove' },
    { op: 'replace', path: '/nope/z', value: 1 },
    { op: 'replace', path: '/l/2', value: 1 },
    { op: 'replace', path: '/l/-', value: 1 },
    { op: 'replace' },
    { op: 'move', from: '/absent', path: '/z' },
    { op: 'move', from: '/k', path: '/nope/z' },
    { op: 'move', from: '/o', path: '/o/x' },
    { op: 'move', from: '/k' },
    { op: 'move', path: '/z' },
    { op: 'copy', from: '/l/5', path: '/z' },
    { op: 'copy', from: '', path: '/z' },
    { op: 'copy', from: '/l/0', path: '/l/9' },
    { op: 'test', path: '/k', value: 'w' },
    { op: 'test', path: '/k', value: null },
    { op: 'test', path: '/k' },
    { op: 'test', path: '/n', value: '1' },
    { op: 'test', path: '/absent', value: 'x' },
    { op: 'test', path: '/l/7', value: null },
    { op: 'test', path: '/l', value: ['b', 'a'] },
    { op: 'test', path: '/o', value: [] },
    { op: 'test', path: '', value: {} },
    { op: 'frob', path: '/k' },
    { path: '/k' },
    { op: null, path: '/k' },
    {},
  ])('answers 422 without saying why to %j', (operation) => {
    expect(statusOf(() => applyJsonPatch(DOCUMENT, [operation as JsonValue]))).toMatchObject({
      code: 422,
      reason: 'Invalid',
      details: {},
      message: 'the server rejected our request due to an error in our request',
    })
  })

  it.each<[JsonValue, string]>([
    [{}, 'object into Go value of type []handlers.jsonPatchOp'],
    ['x', 'string into Go value of type []handlers.jsonPatchOp'],
    [[1], 'number into Go value of type handlers.jsonPatchOp'],
    [[{ op: 1, path: '/k' }], 'number into Go struct field jsonPatchOp.op of type string'],
    [[{ op: 'remove', path: [] }], 'array into Go struct field jsonPatchOp.path of type string'],
    [[{ op: 'move', from: true }], 'bool into Go struct field jsonPatchOp.from of type string'],
  ])('answers 400 to %j, which is no patch', (patch, what) => {
    const message = `error decoding patch: json: cannot unmarshal ${what}`
    expect(statusOf(() => applyJsonPatch(DOCUMENT, patch))).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message,
    })
  })

  it('takes null for no patch at all, and 10,000 steps at most', () => {
    const steps = (count: number) =>
      Array.from({ length: count }, () => ({ op: 'test', path: '/k', value: 'v' }))
    expect(applyJsonPatch(DOCUMENT, null)).toBe(DOCUMENT)
    expect(applyJsonPatch(DOCUMENT, steps(10_000))).toBe(DOCUMENT)
    expect(statusOf(() => applyJsonPatch(DOCUMENT, steps(10_001)))).toMatchObject({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
  })

  it('copies 3 MiB at most', () => {
    const doubling = Array.from({ length: 40 }, (_, at) => ({ op: 'copy', from: '/a', path: `/a/${at}` }))
    expect(statusOf(() => applyJsonPatch({ a: { x: 'y'.repeat(100) } }, doubling))).toMatchObject({
      code: 422,
    })
  })

  it('keeps a copy apart from what it was copied from', () => {
    const patch = [
      { op: 'add', path: '/o/q', value: 1 },
      { op: 'copy', from: '/o', path: '/p' },
      { op: 'add', path: '/p/new', value: 2 },
      { op: 'add', path: '/o/old', value: 3 },
    ]
    expect(applyJsonPatch({ o: {} }, patch)).toEqual({ o: { q: 1, old: 3 }, p: { q: 1, new: 2 } })
  })

  it('makes __proto__ a member like any other', () => {
    const result = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { x: 1 } }])
    expect(formatJson(result)).toBe('{"__proto__":{"x":1}}')
  })

  it('leaves document and patch as they are, and shares what it does not change', () => {
    const patch = [
      { op: 'add', path: '/l/-', value: { a: [] } },
      { op: 'add', path: '/l/2/a/-', value: 1 },
    ]
    const result = applyJsonPatch(frozen(DOCUMENT), frozen(patch)) as typeof DOCUMENT
    expect(result.l).toEqual(['a', 'b', { a: [1] }])
    expect(result.o).toBe(DOCUMENT.o)
  })

  it('undoes what it did', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(20), (list, at) => {
        const index = Math.min(at, list.length)
        const added = applyJsonPatch({ list }, [{ op: 'add', path: `/list/${index}`, value: 'x' }])
        expect(applyJsonPatch(added, [{ op: 'remove', path: `/list/${index}` }])).toEqual({ list })
      }),
    )
  })
})

describe('unknownJsonPatchFields', () => {
  it('names what no step has', () => {
    expect(unknownJsonPatchFields([{ op: 'add', foo: 1 }, null, { bar: 1 }])).toEqual(['[0].foo', '[2].bar'])
  })
})

function frozen<T>(value: T): T {
  for (const member of Object.values(value ?? {})) if (typeof member === 'object') frozen(member)
  return Object.freeze(value)
}

function statusOf(run: () => unknown) {
  try {
    run()
  } catch (cause) {
    if (cause instanceof ApiError) return cause.status
    throw cause
  }
  return undefined
}
