import { describe, expect, it } from 'vitest'
import {
  comparePathElements,
  describePath,
  fieldElement,
  keyElement,
  readPathElement,
  textOf,
  valueElement,
} from './path-element.ts'

describe('path elements', () => {
  it('are written as FieldsV1 has them, keys sorted', () => {
    expect(fieldElement('a.b/c')).toBe('f:a.b/c')
    expect(keyElement({ protocol: 'TCP', port: 80 })).toBe('k:{"port":80,"protocol":"TCP"}')
    expect(valueElement('a<b')).toBe('v:"a\\u003cb"')
    expect(valueElement(9007199254740993n)).toBe('v:9007199254740993')
  })

  it.each([
    ['f:anything:at all', 'f:anything:at all'],
    ['k:{ "b": 1.0, "a": "<" }', 'k:{"a":"\\u003c","b":1}'],
    ['v:"a<b"', 'v:"a\\u003cb"'],
    ['v:9007199254740993', 'v:9007199254740993'],
    ['v:1.5', 'v:1.5'],
    ['i:007', 'i:7'],
    ['q:from the future', undefined],
  ])('are read however a client spells them: %s', (written, meant) => {
    expect(readPathElement(written)).toBe(meant)
  })

  it.each(['', 'f', 'fx', 'v:', 'k:[1]', 'k:1', 'i:x'])(
    'are refused where they are nonsense: %j',
    (written) => {
      expect(() => readPathElement(written)).toThrow()
    },
  )

  it('come in order: fields, keys, values, indexes; numbers as numbers, shorter keys first', () => {
    const ordered = [
      'f:a',
      'f:b',
      'k:{"a":1}',
      'k:{"a":1,"b":"x"}',
      'k:{"a":2}',
      'k:{"b":1}',
      'v:2',
      'v:10',
      'v:"10"',
      'v:"a"',
      'v:false',
      'v:true',
      'v:[1]',
      'v:null',
      'i:2',
      'i:10',
    ]
    expect(ordered.toReversed().sort(comparePathElements)).toEqual(ordered)
  })

  it('order text by its bytes, as Go does', () => {
    expect(['f:\u{1f600}', 'f:\uffee', 'f:é'].sort(comparePathElements)).toEqual([
      'f:é',
      'f:\uffee',
      'f:\u{1f600}',
    ])
  })

  it('are shown as conflicts name them', () => {
    const path = ['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:tags', 'v:"a"']
    expect(describePath(path)).toBe('.spec.ports[port=80,protocol="TCP"].tags[="a"]')
    expect(describePath(['f:list', 'i:3', 'v:1'])).toBe('.list[3][=1]')
  })

  it('have a JSON that Go would write', () => {
    expect(textOf({ b: [1, null, true], a: { c: '&' }, d: undefined })).toBe(
      '{"a":{"c":"\\u0026"},"b":[1,null,true]}',
    )
  })
})
