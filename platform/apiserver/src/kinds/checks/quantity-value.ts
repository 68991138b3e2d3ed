const QUANTITY = /^([+-]?)(\d*)(?:\.(\d*))?(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const NANO = 9
export const ONE = 10n ** BigInt(NANO)

/** A quantity in billionths, so that any two can be compared; nothing of what is none counts as zero. */
export function quantityValue(text: unknown): bigint {
  const [matched, sign = '', whole = '', fraction = '', suffix = ''] = QUANTITY.exec(`${text}`.trim()) ?? []
  if (matched === undefined || whole + fraction === '') return 0n
  const binary = suffix.endsWith('i') ? 1024n ** BigInt(BINARY.indexOf(suffix)) : 1n
  const power = /^[eE][+-]?\d/.test(suffix)
    ? Number(suffix.slice(1))
    : suffix.endsWith('i')
      ? 0
      : (DECIMAL.indexOf(suffix) - 3) * 3
  const digits = BigInt(whole + fraction) * binary
  const places = power - fraction.length + NANO
  const value = places >= 0 ? digits * 10n ** BigInt(places) : digits / 10n ** BigInt(-places)
  return sign === '-' ? -value : value
}
