import { invalid, type LabelOperator, type LabelRequirement, requirementError } from './label-requirement.ts'
import { labelKeyErrors } from './label-syntax.ts'

type Kind = 'symbol' | 'word' | 'end'
interface Token {
  readonly kind: Kind
  readonly text: string
}

// A NUL ends a token and is part of it; where one would start, it ends the selector. So it is upstream.
const TOKEN = /[ \t\r\n]*(?:(?<symbol>==|!=|[=!(),<>])|(?<word>[^ \t\r\n=!(),<>\0]+))\0?/y
const END: Token = { kind: 'end', text: '' }

const OPERATORS: Readonly<Record<string, LabelOperator>> = {
  in: 'in',
  notin: 'notin',
  '=': '=',
  '==': '==',
  '!=': '!=',
  '>': 'gt',
  '<': 'lt',
}

/** A parse that has failed, in Kubernetes' words. */
class Failure extends Error {}

/** Reads one selector, as k8s.io/apimachinery/pkg/labels does: same language, same complaints. */
export class LabelSelectorParser {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  /** The requirements by key, or what is wrong. */
  parse(): readonly LabelRequirement[] | string {
    try {
      return this.#requirements().sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    } catch (cause) {
      if (cause instanceof Failure) return cause.message
      throw cause
    }
  }

  #requirements(): LabelRequirement[] {
    const requirements: LabelRequirement[] = []
    if (this.#peek().kind === 'end') return requirements
    if (!this.#startsRequirement()) throw expected(this.#peek(), "!, identifier, or 'end of string'")
    for (;;) {
      requirements.push(this.#wrapped())
      const next = this.#take()
      if (next.kind === 'end') return requirements
      if (!is(next, ',')) throw expected(next, "',' or 'end of string'")
      if (!this.#startsRequirement()) throw expected(this.#peek(), "identifier after ','")
    }
  }

  #startsRequirement(): boolean {
    return this.#peek().kind === 'word' || is(this.#peek(), '!')
  }

  #wrapped(): LabelRequirement {
    try {
      return this.#requirement()
    } catch (cause) {
      if (cause instanceof Failure) throw new Failure(`unable to parse requirement: ${cause.message}`)
      throw cause
    }
  }

  #requirement(): LabelRequirement {
    const negated = is(this.#peek(), '!')
    if (negated) this.#take()
    const { kind, text: key } = this.#take()
    if (kind !== 'word') throw expected({ kind, text: key }, 'identifier')
    // Upstream has no path here, and says so.
    const [badKey] = invalid('<nil>', key, labelKeyErrors(key))
    if (badKey !== undefined) throw new Failure(badKey)
    if (negated) return { key, operator: '!', values: [] }
    if (this.#peek().kind === 'end' || is(this.#peek(), ',')) return { key, operator: 'exists', values: [] }
    return this.#comparison(key)
  }

  #comparison(key: string): LabelRequirement {
    const token = this.#take()
    const operator = Object.hasOwn(OPERATORS, token.text) ? OPERATORS[token.text] : undefined
    if (operator === undefined) throw expected(token, 'in, notin, =, ==, !=, gt, lt')
    const isSet = operator === 'in' || operator === 'notin'
    const values = isSet ? [...this.#set()].sort() : [this.#value()]
    const error = requirementError({ key, operator, values })
    if (error !== undefined) throw new Failure(error)
    return { key, operator, values }
  }

  #value(): string {
    if (this.#peek().kind === 'end' || is(this.#peek(), ',')) return ''
    const token = this.#take()
    if (token.kind !== 'word') throw expected(token, 'identifier')
    return token.text
  }

  #set(): ReadonlySet<string> {
    const open = this.#take()
    if (!is(open, '(')) throw new Failure(`found '${open.text}' expected: '('`)
    const first = this.#peek()
    if (is(first, ')')) {
      this.#take()
      return new Set([''])
    }
    if (first.kind !== 'word' && !is(first, ',')) throw expected(first, "',', ')' or identifier")
    const values = this.#list()
    this.#take()
    return values
  }

  /** Up to the closing parenthesis; nothing between two commas is an empty value. */
  #list(): ReadonlySet<string> {
    const values = new Set<string>()
    for (;;) {
      const token = this.#take()
      const next = this.#peek()
      if (token.kind === 'word') {
        values.add(token.text)
        if (is(next, ')')) return values
        if (!is(next, ',')) throw expected(next, "',' or ')'")
      } else if (is(token, ',')) {
        if (values.size === 0 || is(next, ')') || is(next, ',')) values.add('')
        if (is(next, ')')) return values
        if (is(next, ',')) this.#take()
      } else throw expected(token, "',', or identifier")
    }
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? END
  }

  #take(): Token {
    const token = this.#peek()
    this.#at++
    return token
  }
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const { symbol, word } = found.groups ?? {}
    if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol })
    else tokens.push({ kind: 'word', text: word ?? '' })
  }
  return tokens
}

function is(token: Token, symbol: string): boolean {
  return token.kind === 'symbol' && token.text === symbol
}

function expected(token: Token, what: string): Failure {
  return new Failure(`found '${token.text}', expected: ${what}`)
}
