import { describe, expect, it } from 'vitest'
import { meets, resultOf } from './result.ts'

describe('resultOf', () => {
  it('gives ratio and verdict where there is a peer and an aim', () => {
    expect(
      resultOf('ledger', { case: 'x', value: 9, unit: '/s', peer: { name: 'etcd', value: 2 }, aim: '>= 4' }),
    ).toEqual({
      bench: 'ledger',
      case: 'x',
      value: 9,
      unit: '/s',
      peer: 'etcd',
      peerValue: 2,
      ratio: 4.5,
      aim: '>= 4',
      met: true,
    })
  })

  it('judges the value itself where there is no peer, and leaves out what was not asked', () => {
    expect(resultOf('ledger', { case: 'x', value: 2, unit: 'ms', aim: '< 1' })).toMatchObject({ met: false })
    expect(resultOf('ledger', { case: 'x', value: 2, unit: 'ms' })).toEqual({
      bench: 'ledger',
      case: 'x',
      value: 2,
      unit: 'ms',
    })
  })
})

describe('meets', () => {
  it('reads the four operators and refuses anything else', () => {
    expect([meets(4, '>= 4'), meets(4, '> 4'), meets(4, '<= 4'), meets(4, '< 4')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(() => meets(1, 'about 4')).toThrow('cannot read aim')
  })
})
