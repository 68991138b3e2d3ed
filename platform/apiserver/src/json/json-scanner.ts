import { invalidCharacter, JsonSyntaxError, unexpectedEnd } from './json-syntax-error.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
// The quotation mark, the backslash and what is below the space.
const STRING_END = /[^ !#-[\]-\uffff]/g
const HEX = /[0-9a-fA-F]/
const INT64_MAX = 2n ** 63n - 1n
const INT64_MIN = -(2n ** 63n)

/** Reads the tokens of a JSON text one by one, and fails as Go would. */
export class JsonScanner {
  readonly #text: string
  #at = 0
  /** The first number that no float can hold; text that is not JSON is the worse mistake, so it is not thrown here. */
  overflow: JsonSyntaxError | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The next character that is not white space, left where it is; empty at the end. */
  peek(): string {
    const text = this.#text
    for (;;) {
      const char = text.charAt(this.#at)
      if (char !== ' ' && char !== '\n' && char !== '\t' && char !== '\r') return char
      this.#at++
    }
  }

  skip(): void {
    this.#at++
  }

  /** What is wrong here, which is the end of the text if there is no more of it. */
  error(context: string): JsonSyntaxError {
    if (this.#at >= this.#text.length) return unexpectedEnd(this.#at)
    return invalidCharacter(this.#text, this.#at, context)
  }

  word<T>(word: string, value: T): T {
    for (let step = 1; step < word.length; step++) {
      if (this.#text[this.#at + step] === word[step]) continue
      throw invalidCharacter(
        this.#text,
        this.#at + step,
        `in literal ${word} (expecting '${word.charAt(step)}')`,
      )
    }
    this.#at += word.length
    return value
  }

  /** A string that starts here; half surrogate pairs become U+FFFD. */
  string(): string {
    const start = this.#at
    let escaped = false
    this.#at++
    for (;;) {
      STRING_END.lastIndex = this.#at
      const found = STRING_END.exec(this.#text)
      if (found === null) throw unexpectedEnd(this.#text.length)
      this.#at = found.index
      const code = this.#text.charCodeAt(this.#at)
      if (code === QUOTE) break
      if (code !== BACKSLASH) throw this.error('in string literal')
      this.#escape()
      escaped = true
    }
    this.#at++
    if (!escaped) return this.#text.slice(start + 1, this.#at - 1)
    return (JSON.parse(this.#text.slice(start, this.#at)) as string).toWellFormed()
  }

  #escape(): void {
    const kind = this.#text.charAt(this.#at + 1)
    if (kind === '' || !'bfnrt\\/"u'.includes(kind)) {
      throw invalidCharacter(this.#text, this.#at + 1, 'in string escape code')
    }
    this.#at += 2
    if (kind !== 'u') return
    for (const end = this.#at + 4; this.#at < end; this.#at++) {
      if (HEX.test(this.#text.charAt(this.#at))) continue
      throw invalidCharacter(this.#text, this.#at, 'in \\u hexadecimal character escape')
    }
  }

  /** A number that starts here: exact where it fits 64 bits and has neither point nor exponent. */
  number(): number | bigint {
    const start = this.#at
    if (this.#text[this.#at] === '-') this.#at++
    if (this.#text[this.#at] === '0') this.#at++
    else this.#digits('in numeric literal')
    let whole = true
    if (this.#text[this.#at] === '.') {
      whole = false
      this.#at++
      this.#digits('after decimal point in numeric literal')
    }
    if (this.#text[this.#at] === 'e' || this.#text[this.#at] === 'E') {
      whole = false
      this.#at++
      if (this.#text[this.#at] === '+' || this.#text[this.#at] === '-') this.#at++
      this.#digits('in exponent of numeric literal')
    }
    const digits = this.#text.slice(start, this.#at)
    const number = numberOf(digits, whole)
    if (Math.abs(Number(number)) === Number.POSITIVE_INFINITY) this.overflow ??= tooLarge(digits, this.#at)
    return number
  }

  #digits(context: string): void {
    const start = this.#at
    while (isDigit(this.#text.charCodeAt(this.#at))) this.#at++
    if (this.#at === start) throw invalidCharacter(this.#text, this.#at, context)
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function tooLarge(digits: string, offset: number): JsonSyntaxError {
  return new JsonSyntaxError(`json: cannot unmarshal number ${digits} into Go value of type float64`, offset)
}

function numberOf(digits: string, whole: boolean): number | bigint {
  const number = Number(digits)
  if (!whole || Number.isSafeInteger(number)) return number
  const exact = BigInt(digits)
  return exact >= INT64_MIN && exact <= INT64_MAX ? exact : number
}
