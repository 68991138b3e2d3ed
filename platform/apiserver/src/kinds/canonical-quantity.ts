const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/
const NANO = 9
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const KIBI = 1024n

/** A quantity as the server writes it: `0.5` is `500m`, `1024Mi` is `1Gi`, `1000` is `1k`. Others stay as they are. */
export function canonicalQuantity(text: string): string {
  const [matched, sign = '', whole = '', fraction = '', suffix = ''] = QUANTITY.exec(text) ?? []
  if (matched === undefined || whole + fraction === '') return text
  const isBinary = suffix.endsWith('i')
  const isExponent = /^[eE][+-]?\d/.test(suffix)
  const factor = isBinary ? KIBI ** BigInt(BINARY.indexOf(suffix)) : 1n
  const power = isExponent ? Number(suffix.slice(1)) : isBinary ? 0 : decimalPower(suffix)
  const nanos = scaled(BigInt(whole + fraction) * factor, power - fraction.length + NANO)
  if (nanos === 0n) return '0'
  const minus = sign === '-' ? '-' : ''
  const units = nanos / 10n ** BigInt(NANO)
  if (isBinary && nanos % 10n ** BigInt(NANO) === 0n && units >= KIBI) return minus + binaryText(units)
  return minus + decimalText(nanos, isExponent)
}

function decimalPower(suffix: string): number {
  return (DECIMAL.indexOf(suffix) - 3) * 3
}

/** Finer than a billionth is rounded up. */
function scaled(value: bigint, power: number): bigint {
  if (power >= 0) return value * 10n ** BigInt(Math.min(power, 60))
  const divisor = 10n ** BigInt(-power)
  return value / divisor + (value % divisor === 0n ? 0n : 1n)
}

function binaryText(units: bigint): string {
  let rest = units
  let step = 0
  for (; step < BINARY.length - 1 && rest % KIBI === 0n; step++) rest /= KIBI
  return `${rest}${BINARY[step]}`
}

function decimalText(nanos: bigint, isExponent: boolean): string {
  let rest = nanos
  let step = 0
  for (; step < DECIMAL.length - 1 && rest % 1000n === 0n; step++) rest /= 1000n
  const power = step * 3 - NANO
  if (!isExponent) return `${rest}${DECIMAL[step]}`
  return power === 0 ? `${rest}` : `${rest}e${power}`
}
