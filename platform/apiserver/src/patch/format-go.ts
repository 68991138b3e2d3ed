import { isList, isObject, type JsonValue } from '../json/json-value.ts'

/** A value as Go prints it with %v, which is what ends up in some of Kubernetes' messages: `map[a:1 b:[x <nil>]]`. */
export function formatGo(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (isList(value)) return `[${value.map(formatGo).join(' ')}]`
  if (isObject(value)) {
    const members = Object.keys(value).filter((key) => value[key] !== undefined)
    return `map[${members
      .sort()
      .map((key) => `${key}:${formatGo(value[key])}`)
      .join(' ')}]`
  }
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

/** The name of a value's Go type, as encoding/json decodes it. */
export function goTypeOf(value: JsonValue): string {
  if (value === null) return '%!s(<nil>)'
  if (isList(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? 'int64' : 'float64'
}

/** Whole numbers as they are; others as %g has them, with an exponent from the seventh digit on. */
function formatNumber(value: number): string {
  if (Number.isSafeInteger(value)) return String(value)
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const places = Number(exponent)
  if (places >= -4 && places < 6) return String(value)
  return `${digits}e${places < 0 ? '-' : '+'}${String(Math.abs(places)).padStart(2, '0')}`
}
