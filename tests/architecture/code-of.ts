const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y
const STRING = /(['"])(?:\\[\s\S]|(?!\1)[^\\\n])*\1?/y
const TEMPLATE_PART = /[`}](?:\\[\s\S]|\$(?!\{)|[^\\`$])*(?:`|\$\{|$)/y
const PATTERN = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y
const WORD = /[\w$]+/y
/** A value follows these, so a slash after them begins a pattern; after any other word it divides. */
const BEFORE_VALUES = new Set('return typeof case in of do else throw await yield void'.split(' '))
/** A value has ended here, so a slash divides; after `<` it closes a JSX tag. */
const AFTER_VALUES = new Set([')', ']', '}', '<', "'"])

/**
 * TypeScript as code alone: comments and regular expressions are blanked out, strings and templates keep only their
 * quotes and substitutions. Every character stays in its place, so an index means the same in both texts.
 */
export function codeOf(text: string): string {
  return new CodeReader(text).read()
}

class CodeReader {
  readonly #text: string
  #code = ''
  /** The word or sign before; a quote for any literal. */
  #before = ''
  /** Braces that are open in each substitution of a template. */
  readonly #braces: number[] = []

  constructor(text: string) {
    this.#text = text
  }

  read(): string {
    while (this.#code.length < this.#text.length) this.#readPiece()
    return this.#code
  }

  #readPiece(): void {
    const next = this.#text[this.#code.length] as string
    if (next === '`' || (next === '}' && this.#braces.at(-1) === 0)) return this.#readTemplatePart()
    const comment = this.#match(COMMENT)
    if (comment !== '') return this.#add(comment, { shown: [0, 0] })
    const string = this.#match(STRING)
    if (string !== '') return this.#add(string, { shown: [1, string.at(-1) === next ? 1 : 0], before: "'" })
    const pattern = this.#patternMayBegin() ? this.#match(PATTERN) : ''
    if (pattern !== '') return this.#add(pattern, { shown: [0, 0], before: "'" })
    const piece = this.#match(WORD) || next
    this.#countBraces(piece)
    this.#code += piece
    if (piece.trim() !== '') this.#before = piece
  }

  #readTemplatePart(): void {
    const part = this.#match(TEMPLATE_PART)
    const opens = part.endsWith('${')
    if (part.startsWith('}')) this.#braces.pop()
    if (opens) this.#braces.push(0)
    this.#add(part, { shown: [1, opens ? 2 : 1], before: opens ? '{' : "'" })
  }

  /** Adds a literal or comment with only so many characters of its start and end left to see. */
  #add(
    piece: string,
    { shown: [start, end], before = this.#before }: { shown: [number, number]; before?: string },
  ) {
    const to = Math.max(start, piece.length - end)
    this.#code += piece.slice(0, start) + piece.slice(start, to).replace(/[^\n]/g, ' ') + piece.slice(to)
    this.#before = before
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#code.length
    return pattern.exec(this.#text)?.[0] ?? ''
  }

  #patternMayBegin(): boolean {
    if (/^[\w$]/.test(this.#before)) return BEFORE_VALUES.has(this.#before)
    return !AFTER_VALUES.has(this.#before)
  }

  #countBraces(piece: string): void {
    const depth = this.#braces.pop()
    if (depth === undefined) return
    this.#braces.push(depth + (piece === '{' ? 1 : piece === '}' ? -1 : 0))
  }
}
