import { isList, isObject, type JsonValue } from './json-value.ts'

/** How the text is to look. */
export interface FormatJsonOptions {
  /** Members by name, as Go writes maps: for hashes and comparisons. In their own order unless told. */
  readonly sorted?: boolean
  /** Spaces before each level, for people. Default: all on one line. */
  readonly indent?: number
}

/** Exact in TypeScript's next library; here since Node 22. */
const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): unknown }

/** The JSON text of a value: whole numbers in full, undefined members left out. */
export function formatJson(value: JsonValue, options: FormatJsonOptions = {}): string {
  const { indent } = options
  if (options.sorted === true) return formatSorted(value)
  try {
    return JSON.stringify(value, undefined, indent)
  } catch (cause) {
    // Looking for bigints first would cost more than this, as they are rare.
    if (!(cause instanceof TypeError)) throw cause
    return JSON.stringify(value, exactNumbers, indent)
  }
}

function exactNumbers(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJSON(value.toString()) : value
}

function formatSorted(value: JsonValue): string {
  if (isList(value)) return `[${value.map(formatSorted).join(',')}]`
  if (!isObject(value)) return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
  const members: string[] = []
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${formatSorted(member)}`)
  }
  return `{${members.join(',')}}`
}
