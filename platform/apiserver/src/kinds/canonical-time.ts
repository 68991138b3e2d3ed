const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/

/** A time as the server writes it: in UTC, to the second or, with `digits`, finer. What is no time stays as it is. */
export function canonicalTime(text: string, digits: 0 | 6 = 0): string {
  const [, , fraction = ''] = TIME.exec(text) ?? ['', '']
  const parsed = TIME.test(text) ? new Date(text) : undefined
  if (parsed === undefined || Number.isNaN(parsed.getTime())) return text
  const seconds = parsed.toISOString().slice(0, 19)
  return digits === 0 ? `${seconds}Z` : `${seconds}.${fraction.slice(0, digits).padEnd(digits, '0')}Z`
}
