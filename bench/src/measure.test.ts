import { describe, expect, it } from 'vitest'
import { interleaved, quantile } from './measure.ts'

describe('interleaved', () => {
  it('takes turns, and gives the median of each', async () => {
    const order: string[] = []
    const figures = { a: [1, 100, 2], b: [5, 6, 7] }
    const next = (name: 'a' | 'b') => async (): Promise<number> => {
      order.push(name)
      return figures[name].shift() ?? 0
    }
    expect(await interleaved(3, { a: next('a'), b: next('b') })).toEqual({ a: 2, b: 6 })
    expect(order.join('')).toBe('ababab')
  })
})

describe('quantile', () => {
  it('picks from the sorted figures', () => {
    const figures = Array.from({ length: 100 }, (_, n) => 100 - n)
    expect([quantile(figures, 0.5), quantile(figures, 0.99), quantile([3], 0.99)]).toEqual([50, 99, 3])
  })
})
