import { createRequire } from 'node:module'
import { messageOf } from '@reeve/ground'

/** A compiled `pattern`: says whether the text has a match anywhere. */
export interface Pattern {
  test(text: string): boolean
}

/** Compiles a `pattern` of a schema; throws an Error that says what is wrong with it. */
export type CompilePattern = (pattern: string) => Pattern

/** Loaded when a pattern needs it, which most do not: it takes a few milliseconds. */
const load = createRequire(import.meta.url)
let re2: typeof import('re2js') | undefined

/**
 * Patterns as RE2 means them, matched in linear time. JavaScript's RegExp does the work where it provably does the same;
 * what is wrong with a pattern is said in Go's words.
 */
export const compilePattern: CompilePattern = (pattern) => twinOf(pattern) ?? compileWithRe2(pattern)

/** The pattern on the engine of RE2, whatever it is. */
export function compileWithRe2(pattern: string): Pattern {
  re2 ??= load('re2js') as typeof import('re2js')
  const { RE2JS } = re2
  try {
    const compiled = RE2JS.compile(pattern)
    return { test: (text) => compiled.test(text) }
  } catch (cause) {
    const plain = withoutNames(pattern)
    if (plain !== pattern && messageOf(cause).includes('duplicate capture group name')) {
      return compileWithRe2(plain)
    }
    throw new Error(goText(cause), { cause })
  }
}

/** Go lets two groups have the same name; nobody asks for them here. */
function withoutNames(pattern: string): string {
  return pattern.replace(/(\\.)|\(\?P?<\w+>/gsu, (_, escaped?: string) => escaped ?? '(')
}

/** Go always shows the part of the pattern that is wrong, even if nothing is left of it. */
function goText(cause: unknown): string {
  const text = messageOf(cause)
  return text.includes('`') ? text : `${text}: \`\``
}

/** One attempt at a place may go this many ways; more than one loop, or one that may start anywhere, is not linear. */
const MOST_WAYS = 256
const MOST_COPIES = 512

const PIECES = {
  literal: /[\w\-/:,@#%&=~;"'<>! ]/y,
  escaped: /\\([-.+*?()|[\]{}^$/\\])/y,
  group: /\\([dws])/y,
  counted: /\{(\d{1,3})(,(\d{1,3})?)?\}/y,
}
const CLASSES: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: '\\t\\n\\f\\r ' }

/** The same pattern for RegExp, or undefined where it might differ from RE2 or take more than linear time. */
export function twinOf(pattern: string): RegExp | undefined {
  const twin = new Twin(pattern).translate()
  return twin === undefined ? undefined : new RegExp(twin, 'u')
}

/** Reads a pattern of single characters, classes and flat groups; stops at anything else. */
class Twin {
  readonly #pattern: string
  #at = 0
  #loops = 0
  #ways = 1
  #copies = 0

  constructor(pattern: string) {
    this.#pattern = pattern
  }

  translate(): string | undefined {
    const start = this.#take('^') ? '^' : ''
    let body = ''
    while (this.#at < this.#pattern.length && this.#rest() !== '$') {
      const next = this.#group() ?? this.#atom()
      if (next === undefined) return undefined
      body += next
    }
    const isLinear = this.#loops <= (start === '' ? 0 : 1)
    const isSmall = this.#ways <= MOST_WAYS && this.#copies <= MOST_COPIES
    return isLinear && isSmall ? `${start}${body}${this.#rest()}` : undefined
  }

  /** A group without groups inside; it may be left out, but not repeated. */
  #group(): string | undefined {
    const before = this.#at
    if (!this.#take('(')) return undefined
    let body = ''
    while (!this.#take(')')) {
      const next = this.#take('|') ? '|' : this.#atom()
      if (next === undefined) {
        this.#at = before
        return undefined
      }
      if (next === '|') this.#ways *= 2
      body += next
    }
    if (!this.#take('?')) return `(?:${body})`
    this.#ways *= 2
    return `(?:${body})?`
  }

  #atom(): string | undefined {
    const single = this.#single()
    const quantifier = single === undefined ? undefined : this.#quantifier()
    return quantifier === undefined ? undefined : `${single}${quantifier}`
  }

  #single(): string | undefined {
    if (this.#take('.')) return '[^\\n]'
    if (this.#take('[')) return this.#characterClass()
    const group = this.#match(PIECES.group)
    return group === undefined ? this.#character() : `[${CLASSES[group[1] ?? '']}]`
  }

  #character(): string | undefined {
    const plain = this.#match(PIECES.literal)?.[0] ?? this.#match(PIECES.escaped)?.[1]
    return plain === undefined ? undefined : `\\u{${plain.charCodeAt(0).toString(16)}}`
  }

  #characterClass(): string | undefined {
    let body = this.#take('^') ? '^' : ''
    const first = this.#at
    while (this.#at === first || !this.#take(']')) {
      const next = this.#classItem(this.#at === first)
      if (next === undefined) return undefined
      body += next
    }
    return `[${body}]`
  }

  /** A hyphen that stands for itself is first or last. */
  #classItem(isFirst: boolean): string | undefined {
    const group = this.#match(PIECES.group)
    if (group !== undefined) return this.#rest().startsWith('-') ? undefined : CLASSES[group[1] ?? '']
    const isHyphen = this.#rest().startsWith('-')
    if (isHyphen && !isFirst && !this.#rest().startsWith('-]')) return undefined
    const low = this.#match(/[.+*?()|{}$]/y)?.[0]
    const from = low === undefined ? this.#character() : `\\u{${low.charCodeAt(0).toString(16)}}`
    if (from === undefined || !/^-[^\]]/.test(this.#rest())) return from
    if (isHyphen || !this.#take('-')) return undefined
    const to = this.#character()
    return to !== undefined && codeOf(from) <= codeOf(to) ? `${from}-${to}` : undefined
  }

  #quantifier(): string | undefined {
    const sign = this.#match(/[*+?]/y)?.[0]
    const counted = sign === undefined ? this.#match(PIECES.counted) : undefined
    if (sign === undefined && counted === undefined) return this.#rest().startsWith('{') ? undefined : ''
    if (/^[*+?{]/.test(this.#rest())) return undefined
    if (sign === '?') this.#ways *= 2
    else if (sign !== undefined) this.#loops++
    return sign ?? this.#count(counted)
  }

  #count(counted: RegExpExecArray | undefined): string | undefined {
    const [text = '', from, comma, to] = counted ?? []
    const low = Number(from)
    if (comma !== undefined && to === undefined) this.#loops++
    const high = to === undefined ? low : Number(to)
    this.#ways *= high - low + 1
    this.#copies += high
    return high < low ? undefined : text
  }

  #rest(): string {
    return this.#pattern.slice(this.#at)
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(piece: RegExp): RegExpExecArray | undefined {
    piece.lastIndex = this.#at
    const found = piece.exec(this.#pattern) ?? undefined
    if (found !== undefined) this.#at = piece.lastIndex
    return found
  }
}

function codeOf(character: string): number {
  return Number.parseInt(character.slice(3), 16)
}
