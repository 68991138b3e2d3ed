const SECOND = 1_000_000_000n
const FIRST = -62_135_596_800n
const LAST = 253_402_300_799n

/** A moment, exact to the nanosecond. `offset` (minutes) only says how it was written. */
export class CelTimestamp {
  readonly typeName = 'google.protobuf.Timestamp'
  readonly nanos: bigint
  readonly offset: number

  constructor(nanos: bigint, offset = 0) {
    this.nanos = nanos
    this.offset = offset
  }

  /** Whole seconds since 1970, rounded down. */
  get seconds(): bigint {
    const rest = this.nanos % SECOND
    return (this.nanos - rest) / SECOND - (rest < 0n ? 1n : 0n)
  }

  get nanosOfSecond(): number {
    return Number(this.nanos - this.seconds * SECOND)
  }

  /** RFC 3339 with as many digits as it needs. */
  toString(): string {
    const local = new Date(Number(this.seconds) * 1000 + this.offset * 60_000).toISOString().slice(0, 19)
    const rest = String(this.nanosOfSecond).padStart(9, '0').replace(/0+$/u, '')
    return `${local}${rest === '' ? '' : `.${rest}`}${zoneText(this.offset)}`
  }

  /** Whether it lies in the years 1 to 9999. */
  get fits(): boolean {
    return this.seconds >= FIRST && this.seconds <= LAST
  }
}

function zoneText(offset: number): string {
  if (offset === 0) return 'Z'
  const size = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Reads RFC 3339; undefined when it is none. */
export function parseTimestamp(text: string): CelTimestamp | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(Z|[+-]\d{2}:\d{2})$/u.exec(
    text,
  )
  if (found === null) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const date = dateOf(year, month, day)
  if (date === undefined) return undefined
  const zone = found[8] ?? 'Z'
  const offset =
    zone === 'Z'
      ? 0
      : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6)))
  const seconds = BigInt(date / 1000 + hour * 3600 + minute * 60 + second - offset * 60)
  const fraction = BigInt((found[7] ?? '').slice(0, 9).padEnd(9, '0'))
  return new CelTimestamp(seconds * SECOND + fraction, offset)
}

/** Reads a date such as 2024-02-29 as its first moment. */
export function parseDate(text: string): CelTimestamp | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)
  if (found === null) return undefined
  const date = dateOf(Number(found[1]), Number(found[2]), Number(found[3]))
  return date === undefined ? undefined : new CelTimestamp(BigInt(date) * 1_000_000n)
}

function dateOf(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : undefined
}
