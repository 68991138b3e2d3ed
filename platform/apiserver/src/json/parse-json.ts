import { JsonScanner } from './json-scanner.ts'
import type { JsonValue } from './json-value.ts'

/** What a text may be like. */
export interface ParseJsonOptions {
  /** How deep lists and objects may nest: 1,000 unless told, so that whatever walks the value need not fear it. */
  readonly maxDepth?: number
}

/** What a text says, and what it says twice. */
export interface ParsedJson {
  readonly value: JsonValue
  /** Paths such as `spec.items[0].x` of members that came twice, in order, once each, at most 100. */
  readonly duplicates: readonly string[]
}

const MAX_DEPTH = 1000
const MAX_DUPLICATES = 100
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const NONE: readonly string[] = []

/**
 * The value of a JSON text, as Kubernetes reads it: 64-bit integers exact, of members that come twice the last one.
 * Throws a JsonSyntaxError.
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): ParsedJson {
  const { maxDepth = MAX_DEPTH } = options
  const value = parsePlain(text, maxDepth)
  return value === undefined ? new JsonReader(text, maxDepth).read() : { value, duplicates: NONE }
}

/** What JSON.parse makes of a text in which it misses nothing; undefined of any other. */
function parsePlain(text: string, maxDepth: number): JsonValue | undefined {
  if (text.includes('\\ud') || text.includes('\\uD')) return undefined
  const spelled = countSpelledMembers(text, maxDepth)
  if (Number.isNaN(spelled)) return undefined
  try {
    const value = JSON.parse(text) as JsonValue
    return countMembers(value) === spelled ? value : undefined
  } catch {
    return undefined
  }
}

/** How many members there are at any depth; NaN if a number needs a closer look. */
function countMembers(value: JsonValue | undefined): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) || isFraction(value) ? 0 : Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) count += countMembers(item)
    return count
  }
  const object = value as Readonly<Record<string, JsonValue>>
  const keys = Object.keys(object)
  for (const key of keys) count += countMembers(object[key])
  return count + keys.length
}

function isFraction(value: number): boolean {
  return Number.isFinite(value) && !Number.isInteger(value)
}

/** How many members a JSON text spells out, those that come twice included: one colon each. NaN if it nests too deeply. */
function countSpelledMembers(text: string, maxDepth: number): number {
  let count = 0
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) inString = !inString
    else if (inString) {
      if (code === BACKSLASH) at++
    } else if (code === COLON) count++
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth++
      if (depth > maxDepth) return Number.NaN
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return count
}

/** The slow way: token by token, with a path for whatever comes twice. */
class JsonReader {
  readonly #scanner: JsonScanner
  readonly #maxDepth: number
  readonly #path: string[] = []
  readonly #duplicates = new Set<string>()
  #depth = 0

  constructor(text: string, maxDepth: number) {
    this.#scanner = new JsonScanner(text)
    this.#maxDepth = maxDepth
  }

  read(): ParsedJson {
    const value = this.#value()
    if (this.#scanner.peek() !== '') throw this.#scanner.error('after top-level value')
    if (this.#scanner.overflow !== undefined) throw this.#scanner.overflow
    return { value, duplicates: [...this.#duplicates] }
  }

  #value(): JsonValue {
    const scanner = this.#scanner
    switch (scanner.peek()) {
      case '{':
        return this.#nested(() => this.#object())
      case '[':
        return this.#nested(() => this.#list())
      case '"':
        return scanner.string()
      case 't':
        return scanner.word('true', true)
      case 'f':
        return scanner.word('false', false)
      case 'n':
        return scanner.word('null', null)
      default:
        if (!/[-0-9]/.test(scanner.peek())) throw scanner.error('looking for beginning of value')
        return scanner.number()
    }
  }

  #nested<T>(read: () => T): T {
    if (this.#depth === this.#maxDepth) throw this.#scanner.error('exceeded max depth')
    this.#depth++
    this.#scanner.skip()
    const value = read()
    this.#depth--
    return value
  }

  #object(): JsonValue {
    const scanner = this.#scanner
    const members = new Map<string, JsonValue>()
    if (scanner.peek() === '}') scanner.skip()
    else {
      do {
        if (scanner.peek() !== '"') throw scanner.error('looking for beginning of object key string')
        const key = scanner.string()
        if (scanner.peek() !== ':') throw scanner.error('after object key')
        scanner.skip()
        this.#path.push(this.#path.length === 0 ? key : `.${key}`)
        if (members.has(key)) this.#report()
        members.set(key, this.#value())
        this.#path.pop()
      } while (this.#goesOn('}', 'after object key:value pair'))
    }
    // Unlike an assignment, this makes `__proto__` a member like any other.
    return Object.fromEntries(members)
  }

  #list(): JsonValue {
    const scanner = this.#scanner
    const items: JsonValue[] = []
    if (scanner.peek() === ']') scanner.skip()
    else {
      do {
        this.#path.push(`[${items.length}]`)
        items.push(this.#value())
        this.#path.pop()
      } while (this.#goesOn(']', 'after array element'))
    }
    return items
  }

  #goesOn(end: string, context: string): boolean {
    const char = this.#scanner.peek()
    if (char !== ',' && char !== end) throw this.#scanner.error(context)
    this.#scanner.skip()
    return char === ','
  }

  #report(): void {
    if (this.#duplicates.size < MAX_DUPLICATES) this.#duplicates.add(this.#path.join(''))
  }
}
