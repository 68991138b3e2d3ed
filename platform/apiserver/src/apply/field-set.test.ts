import { describe, expect, it } from 'vitest'
import { FieldSet } from './field-set.ts'
import { fieldSetFrom, fieldsV1Of } from './fields-v1.ts'
import { describePath } from './path-element.ts'

/** Of paths of field names: `a.b` is the field b of a. */
function setOf(...paths: readonly string[]): FieldSet {
  return FieldSet.of(...paths.map((path) => path.split('.').map((name) => `f:${name}`)))
}

function shown(set: FieldSet): readonly string[] {
  return [...set.paths()].map((path) => describePath(path).slice(1))
}

describe('a set of fields', () => {
  it('has what was put into it, neither what is above nor what is below', () => {
    const set = setOf('a.b', 'c')
    expect([['f:a', 'f:b'], ['f:c'], ['f:a'], ['f:c', 'f:d'], []].map((path) => set.has(path))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('never has the whole object', () => {
    expect(FieldSet.of([]).isEmpty()).toBe(true)
  })

  it.each([
    ['union', setOf('a', 'a.b').union(setOf('a.c', 'd')), ['a', 'd', 'a.b', 'a.c']],
    ['intersection', setOf('a', 'a.b', 'c.d').intersection(setOf('a.b', 'c')), ['a.b']],
    ['difference', setOf('a', 'a.b', 'a.c').difference(setOf('a', 'a.b')), ['a.c']],
    ['difference with a parent', setOf('a.b').difference(setOf('a')), ['a.b']],
    ['difference with a child', setOf('a').difference(setOf('a.b')), ['a']],
    ['recursive difference', setOf('a', 'a.b', 'a.b.c', 'd.e').recursiveDifference(setOf('a.b', 'd')), ['a']],
    ['leaves', setOf('a', 'a.b', 'a.b.c', 'd').leaves(), ['d', 'a.b.c']],
    ['what is below', setOf('a.b', 'a.c.d', 'e').below('f:a'), ['b', 'c.d']],
    [
      'whole of its parts',
      FieldSet.from(
        ['f:a'],
        [
          ['f:a', setOf('b')],
          ['f:c', setOf()],
        ],
      ),
      ['a', 'a.b'],
    ],
  ])('has a %s', (_, set, paths) => {
    expect(shown(set)).toEqual(paths)
  })

  it('leaves the sets that it was made of as they were', () => {
    const [one, other] = [setOf('a.b'), setOf('a.c')]
    one.union(other).union(setOf('a.d'))
    expect([shown(one), shown(other)]).toEqual([['a.b'], ['a.c']])
  })

  it('equals another with the same fields, in whatever order they came', () => {
    expect(setOf('a', 'b.c').equals(setOf('b.c', 'a'))).toBe(true)
    expect(setOf('a').equals(setOf('a.b'))).toBe(false)
  })
})

describe('FieldsV1', () => {
  it('marks by a dot what is owned itself beside what is below it', () => {
    const set = setOf('spec.a', 'spec.a.b', 'spec.c')
    expect(fieldsV1Of(set)).toEqual({ 'f:spec': { 'f:a': { '.': {}, 'f:b': {} }, 'f:c': {} } })
  })

  it('is written in one order', () => {
    const set = FieldSet.of(['i:1'], ['v:2'], ['k:{"a":1}'], ['f:b'], ['f:a'], ['f:a', 'f:z'], ['v:10'])
    expect(JSON.stringify(fieldsV1Of(set))).toBe(
      '{"f:a":{".":{},"f:z":{}},"f:b":{},"k:{\\"a\\":1}":{},"v:2":{},"v:10":{},"i:1":{}}',
    )
  })

  it('is read back to the same set', () => {
    const set = FieldSet.of(['f:a', 'k:{"x":1}'], ['f:a', 'k:{"x":1}', 'f:y'], ['f:b', 'v:"q"'])
    expect(fieldSetFrom(fieldsV1Of(set)).equals(set)).toBe(true)
  })

  it('leaves out elements that are not known', () => {
    expect(shown(fieldSetFrom({ 'f:a': { 'q:new': {}, 'f:b': {} } }))).toEqual(['a.b'])
  })

  it.each([{ 'f:a': 1 }, { nonsense: {} }, [], 'text'])('is refused where it is nonsense: %j', (fields) => {
    expect(() => fieldSetFrom(fields)).toThrow()
  })
})
