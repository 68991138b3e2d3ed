import { BadOptionError } from '../errors.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A point in time, from `10m` (that long before now) or `2026-11-15T09:00:00Z`; in milliseconds since 1970. */
export function sinceOf(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(text) ?? []
  if (count !== undefined) return now - Number(count) * (UNITS[unit] ?? 0)
  const time = Date.parse(text)
  if (Number.isNaN(time) || !/^\d{4}-/.test(text)) {
    throw new BadOptionError(`cannot read time "${text}": expected 30s, 10m, 2h, 3d or 2026-11-15T09:00:00Z`)
  }
  return time
}
