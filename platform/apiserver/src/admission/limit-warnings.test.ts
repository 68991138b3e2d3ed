import { describe, expect, it } from 'vitest'
import { limitWarnings } from './limit-warnings.ts'

describe('limitWarnings', () => {
  it('leaves out what is empty, unprintable or said before', () => {
    expect(limitWarnings(['a', '', 'b\nc', 'a', 'über'])).toEqual(['a', 'über'])
  })

  it('keeps warnings whole up to 4096 characters in all', () => {
    const long = ['x'.repeat(4000), 'y'.repeat(96)]
    expect(limitWarnings(long)).toEqual(long)
  })

  it('cuts all to 256 characters beyond that, and drops what does not fit even so', () => {
    const many = Array.from({ length: 20 }, (_, n) => `${n}`.padEnd(300, '.'))
    const sent = limitWarnings(many)
    expect(sent.length).toBe(16)
    expect(new Set(sent.map(({ length }) => length))).toEqual(new Set([256]))
  })
})
