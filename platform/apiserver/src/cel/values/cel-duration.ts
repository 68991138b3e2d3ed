const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}
const LONG_UNITS: Readonly<Record<string, bigint>> = {
  ...UNITS,
  nano: 1n,
  micro: 1_000n,
  milli: 1_000_000n,
  sec: 1_000_000_000n,
  min: 60_000_000_000n,
  hr: 3_600_000_000_000n,
  hour: 3_600_000_000_000n,
  d: 86_400_000_000_000n,
  day: 86_400_000_000_000n,
  w: 604_800_000_000_000n,
  wk: 604_800_000_000_000n,
  week: 604_800_000_000_000n,
}

/** A span of time, exact to the nanosecond. */
export class CelDuration {
  readonly typeName = 'google.protobuf.Duration'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  /** As CEL writes it: seconds. */
  toString(): string {
    const whole = this.nanos < 0n ? -this.nanos : this.nanos
    const rest = String(whole % 1_000_000_000n)
      .padStart(9, '0')
      .replace(/0+$/u, '')
    return `${this.nanos < 0n ? '-' : ''}${whole / 1_000_000_000n}${rest === '' ? '' : `.${rest}`}s`
  }
}

/** Reads a duration as Go does (`1h30m`, `-1.5s`); undefined when it is none or does not fit 64 bits. */
export function parseDuration(text: string): CelDuration | undefined {
  const found = /^([+-]?)((?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0)$/u.exec(text)
  if (found === null) return undefined
  let nanos = 0n
  for (const [, number, unit] of (found[2] ?? '').matchAll(/(\d+\.?\d*|\.\d+)([a-zµμ]+)/gu)) {
    nanos += scaled(number ?? '0', UNITS[unit ?? ''] ?? 1n)
  }
  const signed = found[1] === '-' ? -nanos : nanos
  return BigInt.asIntN(64, signed) === signed ? new CelDuration(signed) : undefined
}

/** Reads a duration as the OpenAPI format allows it: Go's form, or one number with a unit up to weeks. */
export function parseFormatDuration(text: string): CelDuration | undefined {
  const plain = parseDuration(text)
  if (plain !== undefined) return plain
  const found = /^\s*(-?\d+(?:\.\d+)?)\s*([a-zµ]+?)s?\s*$/u.exec(text)
  const unit = LONG_UNITS[found?.[2] ?? '']
  if (found === null || unit === undefined) return undefined
  const number = found[1] ?? '0'
  return new CelDuration(number.startsWith('-') ? -scaled(number.slice(1), unit) : scaled(number, unit))
}

function scaled(number: string, unit: bigint): bigint {
  const [whole = '', fraction = ''] = number.split('.')
  const places = fraction.slice(0, 18)
  return (
    BigInt(whole === '' ? '0' : whole) * unit +
    (BigInt(places === '' ? '0' : places) * unit) / 10n ** BigInt(places.length)
  )
}
