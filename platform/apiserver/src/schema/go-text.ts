import { isList, isObject, type JsonValue } from '../json/json-value.ts'

/** A value as Kubernetes shows it in a field error: words quoted, numbers plain, the rest as JSON with sorted keys. */
export function shown(value: JsonValue): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return numberText(value)
  return jsonText(value)
}

/** A number as Go prints it: a whole one in full, a fraction of a million or more, or below 1e-4, with an exponent. */
export function numberText(value: number | bigint, isWhole = isWholeNumber(value)): string {
  if (isWhole) return String(value)
  const size = Math.abs(Number(value))
  if (size !== 0 && (size < 1e-4 || size >= 1e6)) return exponentPadded(Number(value).toExponential())
  return String(value)
}

/** Whether Go would have it as an integer, of 64 bits. */
export function isWholeNumber(value: number | bigint): boolean {
  return typeof value === 'bigint' || (Number.isInteger(value) && Math.abs(value) < 2 ** 63)
}

/** A text in quotes, as Go's %q. */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replace(/\\u00([0-9a-f]{2})/g, (_, hex: string) => SHORT_ESCAPES[hex] ?? `\\x${hex}`)
    .replace(/[\p{C}\p{Z}]/gu, escaped)
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = { '07': '\\a', '0b': '\\v' }

/** What cannot be printed, by its code; a space can. */
function escaped(character: string): string {
  if (character === ' ') return character
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  if (hex.length <= 2 && hex < '80') return `\\x${hex}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

function exponentPadded(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2')
}

/** JSON as Go writes it: keys sorted, `<`, `>` and `&` escaped. */
export function jsonText(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value)
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`
  if (isObject(value)) {
    const keys = Object.keys(value).sort()
    const fields = keys.flatMap((key) => {
      const field = value[key]
      return field === undefined ? [] : [`${jsonText(key)}:${jsonText(field)}`]
    })
    return `{${fields.join(',')}}`
  }
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, unicodeEscaped)
}

function unicodeEscaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
