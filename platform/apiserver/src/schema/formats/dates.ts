/** Such as `2006-01-02`; a day that the calendar has. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8))
  return month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return isLeap ? 29 : 28
}

const TIME = /^[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[^\n][0-9]+)?(?:z|[+-][0-9]{2}:[0-9]{2})$/

/** Such as `2014-12-15T19:30:20.000Z`. */
export function isDateTime(text: string): boolean {
  const [date = '', time] = text.toLowerCase().split('t', 2)
  if (time === undefined || !TIME.test(time) || !isDate(date)) return false
  return time.slice(0, 2) <= '23' && time.slice(3, 5) <= '59' && time.slice(6, 8) <= '59'
}

const GO_DURATION = /^[-+]?((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))+$/
const UNITS = ['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk']
const LONG_UNITS = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week']

/** Such as `1h30m` as Go has it, or text with something like `3 days` in it. */
export function isDuration(text: string): boolean {
  if (GO_DURATION.test(text) || /^[-+]?0$/.test(text)) return true
  for (const [, , unit = ''] of text.matchAll(/(\d+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    const lower = unit.toLowerCase()
    if (UNITS.includes(lower) || LONG_UNITS.some((long) => lower.startsWith(long))) return true
  }
  return false
}
