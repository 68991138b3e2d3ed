import { expect, it } from 'vitest'
import { ONE, quantityValue } from './quantity-value.ts'

it.each([
  ['1', '1000m'],
  ['1Gi', '1024Mi'],
  ['1.5', '1500m'],
  ['1e3', '1k'],
  ['0.001', '1m'],
])('takes %s and %s for the same', (one, other) => {
  expect(quantityValue(one)).toBe(quantityValue(other))
})

it('compares what is below zero, too', () => {
  expect(quantityValue('-1')).toBe(-ONE)
  expect(quantityValue('x')).toBe(0n)
})
