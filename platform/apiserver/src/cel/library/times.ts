import { CelRuntimeError } from '../cel-error.ts'
import type { CelDuration } from '../values/cel-duration.ts'
import type { CelTimestamp } from '../values/cel-timestamp.ts'
import { type FunctionTable, type Overload, overload } from './overload.ts'

type Part = (date: Date) => number

const PARTS: Readonly<Record<string, Part>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDayOfYear: (date) => Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDate: (date) => date.getUTCDate(),
  getDayOfWeek: (date) => date.getUTCDay(),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
}
const UNITS: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
}

const dateOf = (time: CelTimestamp): Date =>
  new Date(Number(time.seconds) * 1000 + Math.floor(time.nanosOfSecond / 1_000_000))

/** The moment moved so that its UTC parts are the local ones of a zone. */
function localDate(time: CelTimestamp, zone: string): Date {
  const date = dateOf(time)
  const offset = /^([+-]?)(\d+):(\d+)$/u.exec(zone)
  if (offset !== null) {
    const minutes = Number(offset[2]) * 60 + Number(offset[3])
    return new Date(date.getTime() + (offset[1] === '-' ? -minutes : minutes) * 60_000)
  }
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone === '' ? 'UTC' : zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(date)
    const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0)
    const local = new Date(0)
    local.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    local.setUTCHours(part('hour'), part('minute'), part('second'), date.getUTCMilliseconds())
    return local
  } catch {
    throw new CelRuntimeError(`unknown time zone ${zone}`)
  }
}

function forms(name: string, part: Part): readonly Overload[] {
  const found = [
    overload(`timestamp_to_${name}`, 'timestamp.() -> int', (time: CelTimestamp) =>
      BigInt(part(dateOf(time))),
    ),
    overload(
      `timestamp_to_${name}_with_tz`,
      'timestamp.(string) -> int',
      (time: CelTimestamp, zone: string) => BigInt(part(localDate(time, zone))),
    ),
  ]
  const unit = UNITS[name]
  if (unit !== undefined) {
    found.push(
      overload(`duration_to_${name}`, 'duration.() -> int', (span: CelDuration) => span.nanos / unit),
    )
  }
  if (name === 'getMilliseconds') {
    const rest = (span: CelDuration) => span.nanos / 1_000_000n
    found.push(overload('duration_to_milliseconds', 'duration.() -> int', rest))
  }
  return found
}

/** The parts of timestamps and durations. */
export const TIMES: FunctionTable = Object.fromEntries(
  Object.entries(PARTS).map(([name, part]) => [name, forms(name, part)]),
)
