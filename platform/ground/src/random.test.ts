import { describe, expect, it } from 'vitest'
import { integerBelow, realRandom } from './random.ts'

describe('realRandom', () => {
  it('gives as many bytes as were asked for, new ones each time', () => {
    const [a, b] = [realRandom.bytes(16), realRandom.bytes(16)]
    expect(a).toHaveLength(16)
    expect(a).not.toEqual(b)
  })
})

describe('integerBelow', () => {
  it('reaches both ends of its span and nothing outside', () => {
    const at = (float: number): number => integerBelow({ ...realRandom, float: () => float }, 6)
    expect([at(0), at(0.5), at(0.999999)]).toEqual([0, 3, 5])
  })
})
