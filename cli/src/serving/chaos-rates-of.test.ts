import { describe, expect, it } from 'vitest'
import { chaosRatesOf } from './chaos-rates-of.ts'

describe('chaosRatesOf', () => {
  it('reads rates and times', () => {
    expect(chaosRatesOf(['conflict=0.5', 'cutMs=2000', 'tooMany=0'])).toEqual({
      conflict: 0.5,
      cutMs: 2_000,
      tooMany: 0,
    })
  })

  it.each(['conflict', 'conflict=2', 'nothing=0.1', 'slow=-1', ''])('refuses "%s"', (pair) => {
    expect(() => chaosRatesOf([pair])).toThrow(/cannot use chaos rate/)
  })
})
