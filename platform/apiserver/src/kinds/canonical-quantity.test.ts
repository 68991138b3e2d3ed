import { expect, it } from 'vitest'
import { canonicalQuantity } from './canonical-quantity.ts'

it.each([
  ['0.5', '500m'],
  ['1000m', '1'],
  ['1500m', '1500m'],
  ['1000', '1k'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['0.5Ki', '512'],
  ['0.1Ki', '102400m'],
  ['1e3', '1e3'],
  ['12e6', '12e6'],
  ['-2', '-2'],
  ['+2', '2'],
  ['0', '0'],
  ['0Gi', '0'],
  ['.5', '500m'],
  ['0.0000000001', '1n'],
  ['12345678901234567890', '12345678901234567890'],
])('writes the quantity %s as %s', (given, written) => {
  expect(canonicalQuantity(given)).toBe(written)
})

it.each(['', 'Gi', '1x', 'one', '1 Gi'])('leaves "%s", which is none, as it is', (text) => {
  expect(canonicalQuantity(text)).toBe(text)
})
