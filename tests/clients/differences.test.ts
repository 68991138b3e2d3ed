import { describe, expect, it } from 'vitest'
import { differences, newDifferences } from './differences.ts'

describe('differences', () => {
  it('finds none where both say the same', () => {
    expect(differences('a', { b: [1, { c: 'd' }], e: ['f'] }, { b: [1, { c: 'd' }], e: ['f'] })).toEqual([])
  })

  it('tells where each is, and what both say there', () => {
    expect(differences('a', { b: [1, 2], c: true }, { b: [1, 3] })).toEqual([
      { path: 'a.b[1]', real: 2, ours: 3 },
      { path: 'a.c', real: true, ours: undefined },
    ])
  })

  it('tells words that only one has, and words in another order', () => {
    expect(differences('a', ['x', 'y'], ['y', 'z'])).toEqual([
      { path: 'a.x', real: 'x', ours: undefined },
      { path: 'a.z', real: undefined, ours: 'z' },
    ])
    expect(differences('a', ['x', 'y'], ['y', 'x'])).toHaveLength(1)
    expect(differences('a', ['x', 'x'], ['x'])).toHaveLength(1)
  })

  it('passes over what is known, and tells what is known and gone', () => {
    const found = differences('a', { b: { c: 1 }, bc: 1 }, { b: { c: 2 }, bc: 2 })
    expect(newDifferences(found, { 'a.b': 'why', 'a.bc': 'why' })).toEqual([])
    expect(newDifferences(found, { 'a.b': 'why' })).toEqual([{ path: 'a.bc', real: 1, ours: 2 }])
    expect(newDifferences([], { 'a.b': 'why' })).toEqual(['a.b no longer differs; take it off the list'])
  })
})
