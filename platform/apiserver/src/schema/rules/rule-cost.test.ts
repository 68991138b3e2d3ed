import { describe, expect, it } from 'vitest'
import { bodyOf } from '../../status/field-error.ts'
import { checkCost, mostInside, TotalCost } from './rule-cost.ts'

const HINT =
  '(try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)'

describe('checkCost', () => {
  it.each([
    [11_010_044, '1.101004x'],
    [16_040_000, '1.6x'],
    [1_000_000_001, 'more than 100x'],
    [2 ** 64, 'more than 100x'],
  ])('says how much %d is too much', (cost, factor) => {
    expect(checkCost('estimated rule cost', cost, '$').map(bodyOf)).toEqual([
      `Forbidden: estimated rule cost exceeds budget by factor of ${factor} ${HINT}`,
    ])
  })

  it('takes a cost at the limit', () => {
    expect(checkCost('estimated rule cost', 10_000_000, '$')).toEqual([])
  })
})

describe('TotalCost', () => {
  it('names the four that cost most and the schema, if all cost too much', () => {
    const total = new TotalCost()
    for (const [at, cost] of [9, 30, 0.5, 50, 20, 40].entries()) total.add(`$.${at}`, cost * 1_000_000)
    expect(total.check('$').map(({ field }) => field)).toEqual(['$.3', '$.5', '$.1', '$.4', '$'])
  })

  it('says nothing at the limit', () => {
    const total = new TotalCost()
    total.add('$', 100_000_000)
    expect(total.check('$')).toEqual([])
  })
})

describe('mostInside', () => {
  it.each([
    [{ type: 'object' }, 1],
    [{ type: 'integer' }, 1],
    [{ type: 'array', maxItems: 4 }, 4],
    [{ type: 'array' }, undefined],
    [{ type: 'object', additionalProperties: true, maxProperties: 3 }, 3],
    [{ type: 'object', additionalProperties: true }, undefined],
  ] as const)('of %j is %s', (schema, most) => {
    expect(mostInside(schema)).toBe(most)
  })
})
