import { scanTokens, type Token } from './scan-tokens.ts'
import type { Problem, SourceText } from './source-text.ts'

const ORDER = "'[' ']' '{' '}' '(' ')' '.' ',' '-' '!' '?'".split(' ')
const WORDS = [
  "'true'",
  "'false'",
  "'null'",
  'NUM_FLOAT',
  'NUM_INT',
  'NUM_UINT',
  'STRING',
  'BYTES',
  'IDENTIFIER',
]
const START_MARKS = new Set(['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'])
/** What cannot come after a closing bracket, as far as that is known without looking around. */
const NEVER_AFTER = new Set([...START_MARKS, ',', ':'])
const NUMBERS = new Set(['NUM_INT', 'NUM_FLOAT'])
const VALUES = new Set(['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'])
const CLOSERS = new Set([')', ']', '}'])

/** Walks over an expression's tokens and tells what is missing in the words of cel-go's parser. */
export class TokenCursor {
  readonly #tokens: readonly Token[]
  readonly #problems: Problem[]
  #at = 0
  #lost = false
  #also: { readonly at: number; readonly marks: readonly string[] } = { at: -1, marks: [] }

  constructor(source: SourceText, problems: Problem[]) {
    this.#problems = problems
    this.#tokens = scanTokens(source, problems)
  }

  get place(): number {
    return this.#now.at
  }

  get atEnd(): boolean {
    return this.#now.kind === 'end'
  }

  get #now(): Token {
    return this.#ahead(0)
  }

  #ahead(count: number): Token {
    return this.#tokens[Math.min(this.#at + count, this.#tokens.length - 1)] as Token
  }

  peek(mark: string): boolean {
    return this.#now.kind === 'mark' && this.#now.text === mark
  }

  next(): Token {
    const token = this.#now
    if (token.kind !== 'end') this.#at++
    this.#lost = false
    return token
  }

  take(mark: string): Token | undefined {
    return this.peek(mark) ? this.next() : undefined
  }

  /** Steps over the comma of `[,]` and `{,}`, which hold nothing. */
  takeEmpty(closer: string): void {
    const next = this.#ahead(1)
    if (this.peek(',') && next.kind === 'mark' && next.text === closer) this.next()
  }

  takeOf(marks: ReadonlySet<string>): Token | undefined {
    return this.#now.kind === 'mark' && marks.has(this.#now.text) ? this.next() : undefined
  }

  /** Whether a minus stands right before a number and so belongs to it. */
  isSignedNumber(): boolean {
    return this.peek('-') && NUMBERS.has(this.#ahead(1).kind)
  }

  /** Marks that would be right here as well, for the message when nothing is. */
  alsoAllow(...marks: readonly string[]): void {
    this.#also = { at: this.#at, marks }
  }

  get #extra(): readonly string[] {
    return this.#also.at === this.#at ? this.#also.marks : []
  }

  /** Steps over a mark that has to be here and says where it was; tells a problem when it is not. */
  expect(mark: string): number {
    const token = this.#now
    const extra = this.#extra
    const found = this.take(mark)
    if (found !== undefined) return found.at
    const after = this.#ahead(1)
    const wanted = extra.length === 0 ? `'${mark}'` : `{'${mark}', ${extra.join(', ')}}`
    if (after.kind === 'mark' && after.text === mark) {
      this.#tell(token.at, `extraneous input '${token.text}' expecting ${wanted}`)
      this.#at += 2
      return after.at
    }
    const fits =
      CLOSERS.has(mark) && (token.kind === 'end' || (token.kind === 'mark' && !NEVER_AFTER.has(token.text)))
    const missing = fits && extra.length === 0
    this.#tell(
      token.at,
      missing
        ? `missing '${mark}' at '${token.text}'`
        : `mismatched input '${token.text}' expecting ${wanted}`,
    )
    return token.at
  }

  expectEnd(): void {
    const token = this.#now
    if (token.kind === 'end') return
    const last = this.#ahead(1).kind === 'end'
    this.#tell(token.at, `${last ? 'extraneous' : 'mismatched'} input '${token.text}' expecting <EOF>`)
  }

  /** The name after a dot; tells a problem when there is none. */
  fieldName(): Token | undefined {
    const token = this.#now
    if (token.kind === 'IDENTIFIER') return this.next()
    if (token.kind === 'ESC_IDENTIFIER') {
      this.#problems.push({ at: token.at, message: "unsupported syntax: '`'" })
      return this.next()
    }
    const word = token.kind === 'mark' && /^(?:true|false|null)$/u.test(token.text)
    const input = token.kind === 'end' ? '.' : `.${token.text}`
    this.#tell(
      token.at,
      word
        ? `mismatched input '${token.text}' expecting IDENTIFIER`
        : `no viable alternative at input '${input}'`,
    )
    if (word) this.#at++
    return undefined
  }

  /** The first token of a value, a signed number as one; steps over one wrong token if a value follows it. */
  startOfPrimary(): Token | undefined {
    if (!this.#starts(this.#now)) {
      const wrong = this.#now
      const next = this.#ahead(1)
      const starts = this.#starts(next)
      const skips = wrong.kind !== 'end' && (starts || this.#extra.includes(`'${next.text}'`))
      this.#tell(
        wrong.at,
        `${skips ? 'extraneous' : 'mismatched'} input '${wrong.text}' expecting ${this.#startWords()}`,
      )
      if (skips) this.#at++
      if (!starts || !skips) return undefined
    }
    const token = this.next()
    if (token.text !== '-') return token
    const number = this.#now
    if (!NUMBERS.has(number.kind)) {
      this.#tell(number.at, `no viable alternative at input '-${number.kind === 'end' ? '' : number.text}'`)
      return undefined
    }
    return { ...this.next(), text: `-${number.text}`, at: token.at }
  }

  /** The dotted name of a struct and where its brace opens, when `a.b.c {` follows; the brace is stepped over. */
  structName(first: string): { readonly name: string; readonly at: number } | undefined {
    let ahead = 0
    let name = first
    while (this.#ahead(ahead).text === '.' && this.#ahead(ahead + 1).kind === 'IDENTIFIER') {
      name += `.${this.#ahead(ahead + 1).text}`
      ahead += 2
    }
    const brace = this.#ahead(ahead)
    if (brace.kind !== 'mark' || brace.text !== '{') return undefined
    this.#at += ahead
    return { name, at: this.next().at }
  }

  #startWords(): string {
    const marks = ["'['", "'{'", "'('", "'.'", "'-'", "'!'", ...this.#extra]
    return `{${[...ORDER.filter((mark) => marks.includes(mark)), ...WORDS].join(', ')}}`
  }

  #starts(token: Token): boolean {
    if (token.kind === 'mark') return START_MARKS.has(token.text) && token.text !== '!'
    return VALUES.has(token.kind)
  }

  /** One wrong place is told once: what follows from it is not. */
  #tell(at: number, message: string): void {
    if (!this.#lost) this.#problems.push({ at, message: `Syntax error: ${message}` })
    this.#lost = true
  }
}
