import { formatJson } from '../json/format-json.ts'
import { isList, isObject, type JsonValue } from '../json/json-value.ts'

/** One step on the way to a field, as FieldsV1 writes it: `f:name`, `k:{"name":"a"}`, `v:"a"`, `i:0`. Equal steps are equal strings. */
export type PathElement = string
export type Path = readonly PathElement[]

export function fieldElement(name: string): PathElement {
  return `f:${name}`
}

/** The item of an associative list that has these values in its key fields. */
export function keyElement(keys: Readonly<Record<string, JsonValue>>): PathElement {
  return `k:${textOf(keys)}`
}

/** The item of a set. */
export function valueElement(value: JsonValue): PathElement {
  return `v:${textOf(value)}`
}

/** The name that a field element has; undefined of any other element. */
export function fieldNameOf(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined
}

/** Reads an element that a client wrote in its own way; undefined is one of a kind that is not known. Throws on nonsense. */
export function readPathElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new Error('key must be 2 characters long:')
  if (text[1] !== ':') throw new Error(`missing colon: ${text}`)
  const content = text.slice(2)
  switch (text[0]) {
    case 'f':
      return text
    case 'v':
      return valueElement(parse(content))
    case 'k': {
      const keys = parse(content)
      if (!isObject(keys)) throw new Error(`expected an object: ${text}`)
      return `k:${textOf(keys)}`
    }
    case 'i':
      if (!/^[+-]?\d+$/.test(content)) throw new Error(`invalid index: ${text}`)
      return `i:${Number(content)}`
    default:
      return undefined
  }
}

/** `.spec.ports[port=80,protocol="TCP"].name`, as conflicts show a path. */
export function describePath(path: Path): string {
  return path.map(describe).join('')
}

function describe(element: PathElement): string {
  const content = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${content}`
    case 'i':
      return `[${content}]`
    case 'v':
      return `[=${shown(parse(content))}]`
    default: {
      const keys = parse(content)
      const parts = isObject(keys) ? Object.entries(keys).map(([name, key]) => `${name}=${shown(key)}`) : []
      return `[${parts.join(',')}]`
    }
  }
}

function shown(value: JsonValue | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : textOf(value)
}

/** The path of a field that is named all the way. */
export function pathOf(...names: readonly string[]): Path {
  return names.map(fieldElement)
}

const RANKS = 'fkvi'

/** The order in which Kubernetes writes elements: fields, keys, values, indexes. */
export function comparePathElements(a: PathElement, b: PathElement): number {
  if (a === b) return 0
  if (a[0] !== b[0]) return RANKS.indexOf(a[0] ?? '') - RANKS.indexOf(b[0] ?? '')
  if (a[0] === 'f') return compareText(a, b)
  return compareValues(parse(a.slice(2)), parse(b.slice(2)))
}

function compareValues(a: JsonValue | undefined, b: JsonValue | undefined): number {
  const difference = rankOf(a) - rankOf(b)
  if (difference !== 0) return difference
  if (typeof a === 'string') return compareText(a, b as string)
  if (isList(a)) return compareLists(a, b as readonly JsonValue[])
  if (isObject(a) && isObject(b)) return compareLists(Object.entries(a).flat(), Object.entries(b).flat())
  if (a === b || a == null || b == null) return 0
  return a < b ? -1 : 1
}

function compareLists(a: readonly (JsonValue | undefined)[], b: readonly (JsonValue | undefined)[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const order = compareValues(a[at], b[at])
    if (order !== 0) return order
  }
  return a.length - b.length
}

function rankOf(value: JsonValue | undefined): number {
  if (typeof value === 'number' || typeof value === 'bigint') return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  if (isList(value)) return 3
  return isObject(value) ? 4 : 5
}

/** Go's order of strings: by bytes, which is not JavaScript's where surrogates are. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  if (/[\ud800-\udfff]/.test(a + b)) return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return a < b ? -1 : 1
}

const ESCAPED = /[<>&\u2028\u2029]/g

/** JSON as Go writes it: keys sorted, and what means something to HTML escaped. */
export function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'bigint') return value.toString()
  if (isList(value)) return `[${value.map(textOf).join(',')}]`
  if (!isObject(value)) return formatJson(value ?? null).replace(ESCAPED, escaped)
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const fields = names.sort(compareText).map((name) => `${textOf(name)}:${textOf(value[name])}`)
  return `{${fields.join(',')}}`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function parse(text: string): JsonValue {
  return JSON.parse(text, (_key, value: JsonValue, context?: { readonly source?: string }) => {
    const exact =
      typeof value !== 'number' || Number.isSafeInteger(value) || !/^-?\d+$/.test(context?.source ?? '')
    return exact ? value : BigInt(context?.source ?? 0)
  }) as JsonValue
}
