import type { CelValue } from '../cel-value.ts'
import { CelUint } from './cel-uint.ts'

/** One text for all values that are the same map key (1, 1u and 1.0 are); undefined for what cannot be a key. */
export function mapKeyOf(value: CelValue): string | undefined {
  if (typeof value === 'string') return `s${value}`
  if (typeof value === 'bigint') return `n${value}`
  if (typeof value === 'boolean') return `b${value}`
  if (typeof value === 'number') return Number.isInteger(value) ? `n${BigInt(value)}` : `d${value}`
  if (value instanceof CelUint) return `n${value.value}`
  return undefined
}
