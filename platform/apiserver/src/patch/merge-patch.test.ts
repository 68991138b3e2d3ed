import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatJson } from '../json/format-json.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { parseJson } from '../json/parse-json.ts'
import { ApiError } from '../status/api-error.ts'
import { applyMergePatch } from './merge-patch.ts'

describe('applyMergePatch', () => {
  const document = { o: { a: 1, n: null }, l: [1], s: 'x' }

  // Every answer here is kube-apiserver 1.34's, on a custom object with this as its spec.
  it.each<[JsonObject, JsonObject]>([
    [{ s: 'y' }, { s: 'y' }],
    [{ o: { b: 2 } }, { o: { a: 1, n: null, b: 2 } }],
    [{ o: null, zz: null }, { o: undefined }],
    [{ l: [] }, { l: [] }],
    [{ o: [{ a: null }] }, { o: [{ a: null }] }],
    [{ l: [{ a: null }, null] }, { l: [{}, null] }],
    [{ s: { a: null, b: { c: null, d: 1 } } }, { s: { b: { d: 1 } } }],
    [{ s: [{ q: null }] }, { s: [{}] }],
    [{ n: { a: null, l: [null, { z: null }] } }, { n: { l: [null, {}] } }],
    [{ o: { n: { a: null } } }, { o: { a: 1, n: {} } }],
    [{ o: { a: { b: null } } }, { o: { a: {}, n: null } }],
  ])('merges %j', (patch, changes) => {
    expect(applyMergePatch(document, patch)).toEqual({ ...document, ...changes })
  })

  it.each<[JsonValue, string]>([
    [null, 'Invalid JSON Patch'],
    [[], 'error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}'],
    [1, 'error decoding patch: json: cannot unmarshal number into Go value of type map[string]interface {}'],
  ])('refuses %j', (patch, message) => {
    expect(() => applyMergePatch(document, patch)).toThrow(
      new ApiError(message, { code: 400, reason: 'BadRequest' }),
    )
  })

  it('shares what it does not change, the whole included', () => {
    expect(applyMergePatch(document, { s: 'x', o: { a: 1 }, gone: null })).toBe(document)
    expect(applyMergePatch(document, { s: 'z' }).o).toBe(document.o)
  })

  it('makes __proto__ a member like any other', () => {
    const patch = parseJson('{"__proto__":{"x":1}}').value
    expect(formatJson(applyMergePatch({}, patch))).toBe('{"__proto__":{"x":1}}')
  })

  it('changes nothing the second time', () => {
    const key = fc.constantFrom('a', 'b', 'c')
    const { object } = fc.letrec((tie) => ({
      object: fc.dictionary(key, tie('value'), { noNullPrototype: true }),
      value: fc.oneof({ maxDepth: 3 }, fc.constant(null), fc.nat(9), fc.array(fc.nat(9)), tie('object')),
    }))
    fc.assert(
      fc.property(object, object, (before, patch) => {
        const once = applyMergePatch(before as JsonObject, patch as JsonObject)
        expect(applyMergePatch(once, patch as JsonObject)).toEqual(once)
      }),
    )
  })
})
