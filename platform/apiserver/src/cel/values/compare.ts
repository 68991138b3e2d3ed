import { CelRuntimeError } from '../cel-error.ts'
import type { CelValue } from '../cel-value.ts'
import { CelDuration } from './cel-duration.ts'
import { CelTimestamp } from './cel-timestamp.ts'
import { CelUint } from './cel-uint.ts'

/** Below zero, zero or above zero as the left value is less, equal or greater; throws for values without an order. */
export function compare(a: CelValue, b: CelValue): number {
  const left = a instanceof CelUint ? a.value : a
  const right = b instanceof CelUint ? b.value : b
  if (isNumber(left) && isNumber(right)) {
    if (Number.isNaN(left) || Number.isNaN(right)) throw new CelRuntimeError('NaN values cannot be ordered')
    return left < right ? -1 : left > right ? 1 : 0
  }
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right)
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) return sign(left.nanos - right.nanos)
  if (left instanceof CelDuration && right instanceof CelDuration) return sign(left.nanos - right.nanos)
  throw new CelRuntimeError('no such overload')
}

const isNumber = (value: unknown): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint'
const sign = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0)

/** The order of UTF-8 bytes, which JavaScript's own order misses beyond 16 bits. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  if (/[\ud800-\udfff]/u.test(a + b) || /[\ud800-\udfff]/.test(a + b))
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}
