interface Bounds {
  readonly least: number
  readonly most: number
  readonly names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const FIELDS: readonly Bounds[] = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: MONTHS },
  { least: 0, most: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]
const NAMED = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']

/** What is wrong with a schedule such as `*\/5 * * * *`, in the words of the parser that Kubernetes uses. */
export function cronError(schedule: string): string | undefined {
  const spec = schedule.replace(/^(CRON_)?TZ=\S+\s*/, '')
  if (spec.startsWith('@')) {
    if (NAMED.includes(spec) || /^@every (\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(spec)) return undefined
    return spec.startsWith('@every ')
      ? `failed to parse duration ${spec}: time: invalid duration "${spec.slice(7)}"`
      : `unrecognized descriptor: ${spec}`
  }
  const fields = spec.split(/\s+/).filter((field) => field !== '')
  if (fields.length !== FIELDS.length)
    return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`
  return firstOf(FIELDS, (bounds, at) => {
    const ranges = (fields[at] ?? '').split(',').filter((range) => range !== '')
    return firstOf(ranges, (range) => rangeError(range, bounds))
  })
}

function rangeError(range: string, bounds: Bounds): string | undefined {
  const [span = '', step, ...more] = range.split('/')
  const ends = span.split('-')
  const isAll = ends[0] === '*' || ends[0] === '?'
  const first = isAll ? bounds.least : numberOf(ends[0] ?? '', bounds)
  if (typeof first === 'string') return first
  if (!isAll && ends.length > 2) return `too many hyphens: ${range}`
  const second = isAll ? bounds.most : ends.length === 1 ? first : numberOf(ends[1] ?? '', bounds)
  if (typeof second === 'string') return second
  if (more.length > 0) return `too many slashes: ${range}`
  const size = step === undefined ? 1 : numberOf(step, { least: 0, most: 0 })
  if (typeof size === 'string') return size
  const last = step !== undefined && ends.length === 1 ? bounds.most : second
  if (first < bounds.least) return `beginning of range (${first}) below minimum (${bounds.least}): ${range}`
  if (last > bounds.most) return `end of range (${last}) above maximum (${bounds.most}): ${range}`
  if (first > last) return `beginning of range (${first}) beyond end of range (${last}): ${range}`
  return size === 0 ? `step of range should be a positive number: ${range}` : undefined
}

function numberOf(text: string, { least, names }: Bounds): number | string {
  const named = names?.indexOf(text.toLowerCase()) ?? -1
  if (named >= 0) return named + least
  if (!/^[+-]?\d+$/.test(text))
    return `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`
  const number = Number(text)
  return number < 0 ? `negative number (${number}) not allowed: ${text}` : number
}

function firstOf<T>(
  items: readonly T[],
  find: (item: T, at: number) => string | undefined,
): string | undefined {
  for (const [at, item] of items.entries()) {
    const found = find(item, at)
    if (found !== undefined) return found
  }
  return undefined
}
