import { CelRuntimeError } from '../cel-error.ts'
import { CelOpaque } from './cel-opaque.ts'

const POWERS: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const BINARY: Readonly<Record<string, bigint>> = { Ki: 10n, Mi: 20n, Gi: 30n, Ti: 40n, Pi: 50n, Ei: 60n }
const LARGEST = 2n ** 63n - 1n

/** A number of a resource: `value` times ten to the power of `scale`. `wide` ones are beyond what counts as an integer. */
export class CelQuantity extends CelOpaque {
  override readonly typeName = 'kubernetes.Quantity'
  readonly value: bigint
  readonly scale: number
  readonly wide: boolean

  constructor(value: bigint, scale: number, wide = false) {
    super()
    this.value = value
    this.scale = scale
    this.wide = wide
  }

  override isSame(other: CelOpaque): boolean {
    return other instanceof CelQuantity && this.compare(other) === 0
  }

  /** -1, 0 or 1. */
  compare(other: CelQuantity): number {
    const least = Math.min(this.scale, other.scale)
    const [a, b] = [at(this, least), at(other, least)]
    return a < b ? -1 : a > b ? 1 : 0
  }

  plus(other: CelQuantity): CelQuantity {
    if (other.value === 0n) return this
    if (this.value === 0n) return other
    const least = Math.min(this.scale, other.scale)
    const sum = at(this, least) + at(other, least)
    return new CelQuantity(sum, least, this.wide || other.wide || BigInt.asIntN(64, sum) !== sum)
  }

  minus(other: CelQuantity): CelQuantity {
    return this.plus(new CelQuantity(-other.value, other.scale, other.wide))
  }

  /** The whole number that it is; undefined for what is written finer or does not fit 64 bits. */
  get whole(): bigint | undefined {
    if (this.wide || this.scale < 0) return undefined
    const value = at(this, 0)
    return BigInt.asIntN(64, value) === value ? value : undefined
  }

  get float(): number {
    return this.scale >= 0 ? Number(at(this, 0)) : Number(this.value) / 10 ** -this.scale
  }
}

const at = (quantity: CelQuantity, scale: number): bigint =>
  quantity.value * 10n ** BigInt(quantity.scale - scale)

const FORM = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"

/** Reads a quantity; throws the failure in Kubernetes' words. */
export function parseQuantity(text: string): CelQuantity {
  if (text === '') throw new CelRuntimeError(FORM)
  const found = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/u.exec(text)
  if (found === null || (found[2] === '' && (found[3] ?? '') === '')) throw new CelRuntimeError(FORM)
  const [, sign = '', digits = '', fraction = '', suffix = ''] = found
  const whole = digits.replace(/^0+(?=\d)/u, '')
  const shift = BINARY[suffix]
  const exponent = shift === undefined ? decimal(suffix) : 0
  const binary = shift !== undefined
  const scale = exponent - fraction.length
  let value = BigInt(`${whole}${fraction}` === '' ? '0' : `${whole}${fraction}`) * 2n ** (shift ?? 0n)
  const room = binary
    ? fraction === ''
      ? 15 - whole.length - Math.ceil(Number(shift) * 0.31) - 1
      : -1
    : 18 - whole.length - fraction.length
  const fits = room >= 0 && scale >= -9
  if (!fits && scale < -9) {
    const unit = 10n ** BigInt(-9 - scale)
    value = (value + unit - 1n) / unit
  }
  const kept = fits ? scale : Math.max(scale, -9)
  if (!fits && value > LARGEST * 10n ** BigInt(Math.max(-kept, 0)))
    return new CelQuantity(sign === '-' ? -LARGEST : LARGEST, 0, true)
  return new CelQuantity(sign === '-' ? -value : value, kept, !fits)
}

function decimal(suffix: string): number {
  const known = POWERS[suffix]
  if (known !== undefined) return known
  const found = /^[eE]([+-]?\d+)$/u.exec(suffix)
  if (found === null) throw new CelRuntimeError("unable to parse quantity's suffix")
  return Math.max(-1000, Math.min(Number(found[1]), 1000))
}
