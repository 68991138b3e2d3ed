import { expect, it } from 'vitest'
import { compared, comparedOf } from './compared.ts'

it('takes the median of the ratios, not the ratio of the medians', () => {
  expect(comparedOf([10, 40, 30], [5, 10, 30])).toEqual({ ours: 30, peer: 10, ratio: 2 })
})

it('lets ours and the peer take turns', async () => {
  const turns: string[] = []
  const figures = { ours: { rate: 4 }, peer: { rate: 2 } }
  const result = await compared(2, async (who) => {
    turns.push(who)
    return figures[who]
  })
  expect(turns).toEqual(['ours', 'peer', 'ours', 'peer'])
  expect(result('rate')).toEqual({ ours: 4, peer: 2, ratio: 2 })
})
