import { OptionError } from '../errors.ts'

/** Milliseconds, or a number with its unit: `'30s'`, `'5m'`, `'1.5h'`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration in milliseconds. Refuses what is no time: negative, endless or without a unit. */
export function millisecondsOf(duration: Duration): number {
  const ms = typeof duration === 'number' ? duration : parse(duration)
  if (Number.isFinite(ms) && ms >= 0) return ms
  throw new OptionError(`cannot wait for ${duration}: it is no duration`, {
    hint: "give milliseconds, or a number with ms, s, m, h or d, such as '5m'",
  })
}

function parse(text: string): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? []
  return count === undefined ? Number.NaN : Number(count) * (UNITS[unit] ?? Number.NaN)
}
