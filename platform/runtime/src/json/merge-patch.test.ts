import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSame } from './is-same.ts'
import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'
import { mergePatch } from './merge-patch.ts'

/** RFC 7386, word for word. */
function merged(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch
  const result: Record<string, JsonValue | undefined> = isJsonObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete result[name]
    else result[name] = merged(result[name], value)
  }
  return result
}

const name = fc.constantFrom('a', 'b', 'c')
const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(0, 1, 'x', true, [], [1, { a: 1 }]),
    fc.dictionary(name, tie('any'), { noNullPrototype: true }),
  ),
})).any
const object = fc.dictionary(name, value, { noNullPrototype: true })

describe('mergePatch', () => {
  it('turns one object into the other, and is nothing if they are the same', () => {
    fc.assert(
      fc.property(object, object, (from: JsonObject, to: JsonObject) => {
        const patch = mergePatch(from, to)
        expect(patch === undefined).toBe(isSame(from, to))
        expect(merged(from, patch ?? {})).toEqual(to)
      }),
    )
  })

  it('names only what differs', () => {
    const from = { state: 'stopped', at: { x: 1, y: 2 }, old: true, list: [1] }
    expect(mergePatch(from, { state: 'running', at: { x: 1, y: 3 }, list: [1] })).toEqual({
      state: 'running',
      at: { y: 3 },
      old: null,
    })
  })

  it('takes null for absence, as merge patches do', () => {
    expect(mergePatch({ a: null }, {})).toBeUndefined()
    expect(mergePatch({ a: { b: null } }, { a: {} })).toBeUndefined()
    expect(mergePatch({}, { a: { b: null, c: 1 } })).toEqual({ a: { c: 1 } })
  })
})

describe('isSame', () => {
  it('minds values and the order of lists, not the order of properties', () => {
    expect(isSame({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true)
    expect(isSame({ a: undefined }, {})).toBe(true)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame({ a: null }, {})).toBe(false)
    expect(isSame([], {})).toBe(false)
  })
})
