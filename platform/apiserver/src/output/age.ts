/** How long ago, as kubectl shows it: the two largest units while they matter. */
export function ageOf(time: string, now: number): string {
  const then = Date.parse(time)
  if (Number.isNaN(then)) return '<unknown>'
  const seconds = Math.floor((now - then) / 1_000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const [minutes, hours, days] = [
    Math.floor(seconds / 60),
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 86_400),
  ]
  if (seconds < 120) return `${seconds}s`
  if (minutes < 10) return joined(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  if (hours < 8) return joined(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  if (hours < 192) return joined(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  const years = Math.floor(days / 365)
  return days < 2_920 ? joined(years, 'y', days % 365, 'd') : `${years}y`
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`
}
