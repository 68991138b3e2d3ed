import { describe, expect, it } from 'vitest'
import { fieldMatcher, formatFieldSelector } from './field-selector.ts'
import { formatLabelSelector, labelMatcher } from './label-selector.ts'

const TERMS = {
  app: 'web',
  tier: ['a', 'b'],
  old: false,
  zone: true,
  env: { not: 'dev' },
  x: { not: ['1', '2'] },
}
const TEXT = 'app=web,tier in (a,b),!old,zone,env!=dev,x notin (1,2)'

describe('formatLabelSelector', () => {
  it('writes terms as the API reads them', () => {
    expect(formatLabelSelector(TERMS)).toBe(TEXT)
    expect(formatLabelSelector('a=b')).toBe('a=b')
  })
})

describe('labelMatcher', () => {
  it.each([
    [{ app: 'web', tier: 'b', zone: '' }, true],
    [{ app: 'web', tier: 'b', zone: '', env: 'prod', x: '3' }, true],
    [{ app: 'web', tier: 'c', zone: '' }, false],
    [{ app: 'web', tier: 'a' }, false],
    [{ app: 'web', tier: 'a', zone: '', old: '' }, false],
    [{ app: 'web', tier: 'a', zone: '', env: 'dev' }, false],
    [{ app: 'web', tier: 'a', zone: '', x: '2' }, false],
  ])('says of %j: %s, by terms as by text', (labels, expected) => {
    expect(labelMatcher(TERMS)?.(labels as never)).toBe(expected)
    expect(labelMatcher(TEXT)?.(labels as never)).toBe(expected)
  })

  it('reads the other ways to write the same', () => {
    expect(labelMatcher('a == b , c notin( d )')?.({ a: 'b' })).toBe(true)
    expect(labelMatcher('')?.({})).toBe(true)
  })

  it('leaves to the server what it does not understand', () => {
    expect(labelMatcher('a>1')).toBeUndefined()
    expect(labelMatcher('a in b')).toBeUndefined()
  })
})

describe('field selectors', () => {
  it('are written with their own commas kept apart', () => {
    expect(formatFieldSelector({ 'metadata.name': 'a', 'spec.x': { not: 'b,c=d' } })).toBe(
      'metadata.name=a,spec.x!=b\\,c\\=d',
    )
  })

  it('are judged here only as far as every kind has the field', () => {
    expect(fieldMatcher({ 'metadata.name': 'a' })?.({ metadata: { name: 'a' } })).toBe(true)
    expect(fieldMatcher({ 'metadata.name': { not: 'a' } })?.({ metadata: { name: 'a' } })).toBe(false)
    expect(fieldMatcher({ 'spec.nodeName': 'a' })).toBeUndefined()
    expect(fieldMatcher('metadata.name=a')).toBeUndefined()
  })
})
