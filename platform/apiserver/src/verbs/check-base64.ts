import { isList, isObject, type JsonValue } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'

const ALPHABET = /^[A-Za-z0-9+/]$/

/** What Go says of the first value of format byte that is no base64. */
export function illegalBase64(value: JsonValue | undefined, schema: Schema): string | undefined {
  if (typeof value === 'string') {
    const at = schema.format === 'byte' ? illegalByte(value) : undefined
    return at === undefined ? undefined : `illegal base64 data at input byte ${at}`
  }
  if (isList(value)) return firstOf(value.map((item) => [item, schema.items]))
  if (!isObject(value)) return undefined
  const { properties = {}, additionalProperties } = schema
  const rest = typeof additionalProperties === 'object' ? additionalProperties : undefined
  return firstOf(
    Object.entries(value).map(([name, member]) => [
      member,
      Object.hasOwn(properties, name) ? properties[name] : rest,
    ]),
  )
}

function firstOf(
  parts: readonly (readonly [JsonValue | undefined, Schema | undefined])[],
): string | undefined {
  for (const [value, schema] of parts) {
    const found = schema && illegalBase64(value, schema)
    if (found !== undefined) return found
  }
  return undefined
}

/** Where Go's decoder stops: line ends do not count, padding has to be exact. */
function illegalByte(text: string): number | undefined {
  let digits = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === '\n' || character === '\r') continue
    if (ALPHABET.test(character)) digits += 1
    else if (character === '=') return paddedAt(text, at, digits)
    else return at
  }
  return digits % 4 === 0 ? undefined : text.length - (digits % 4)
}

function paddedAt(text: string, at: number, digits: number): number | undefined {
  const wanted = [Number.NaN, Number.NaN, 2, 1][digits % 4] ?? Number.NaN
  if (Number.isNaN(wanted)) return at
  const rest = text.slice(at).replace(/[\r\n]/g, '')
  if (rest === '='.repeat(wanted)) return undefined
  return rest.startsWith('='.repeat(wanted)) ? at + wanted : text.length
}
