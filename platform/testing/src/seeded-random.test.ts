import { describe, expect, it } from 'vitest'
import { seededRandom } from './seeded-random.ts'

describe('seededRandom', () => {
  it('repeats itself for the same seed and differs for another', () => {
    const take = (seed: number): number[] => {
      const random = seededRandom(seed)
      return [random.float(), random.float(), ...random.bytes(4)]
    }
    expect(take(7)).toEqual(take(7))
    expect(take(7)).not.toEqual(take(8))
  })

  it('is spread over the whole span', () => {
    const random = seededRandom(1)
    const draws = Array.from({ length: 10_000 }, () => random.float())
    expect(Math.min(...draws)).toBeLessThan(0.01)
    expect(Math.max(...draws)).toBeGreaterThan(0.99)
    expect(draws.reduce((sum, draw) => sum + draw) / draws.length).toBeCloseTo(0.5, 1)
  })
})
