import { CelUint } from '../values/cel-uint.ts'
import { expandMacro, MacroError } from './expand-macro.ts'
import type { Call, Expression, MapEntry, StructField } from './expression.ts'
import { NestingLimit } from './nesting-limit.ts'
import { type Problem, SourceText } from './source-text.ts'
import { TokenCursor } from './token-cursor.ts'
import { unquoteBytes, unquoteString } from './unquote.ts'

const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)
const RELATIONS = new Set(['<', '<=', '>=', '>', '==', '!=', 'in'])
const FACTORS = new Set(['*', '/', '%'])
const MOST_POINTS = 100_000

/** Reads an expression into nodes, macros expanded; throws CelCompileError that says what is no expression. */
export function parseExpression(text: string): Expression {
  const source = new SourceText(text)
  if (source.points.length > MOST_POINTS) {
    const size = source.points.length
    const message = `expression code point size exceeds limit: size: ${size}, limit ${MOST_POINTS}`
    throw source.failure([{ at: -1, message }])
  }
  const problems: Problem[] = []
  const parsed = new Parser(source, problems).parse()
  if (problems.length > 0) throw source.failure(problems)
  return parsed
}

class Parser {
  readonly #tokens: TokenCursor
  readonly #problems: Problem[]
  readonly #nesting: NestingLimit

  constructor(source: SourceText, problems: Problem[]) {
    this.#nesting = new NestingLimit(source)
    this.#problems = problems
    this.#tokens = new TokenCursor(source, problems)
  }

  parse(): Expression {
    const parsed = this.#expression()
    this.#tokens.expectEnd()
    return parsed
  }

  #expression(): Expression {
    this.#nesting.enter()
    const condition = this.#chain('||', '_||_', () => this.#chain('&&', '_&&_', () => this.#relation()))
    const mark = this.#tokens.take('?')
    if (mark === undefined) {
      this.#nesting.leave()
      return condition
    }
    const yes = this.#chain('||', '_||_', () => this.#chain('&&', '_&&_', () => this.#relation()))
    this.#tokens.expect(':')
    const no = this.#expression()
    this.#nesting.leave()
    return this.#nesting.deeper({ kind: 'call', name: '_?_:_', args: [condition, yes, no], at: mark.at })
  }

  /** A chain of && or || as a balanced tree, so that long chains stay shallow. */
  #chain(mark: '||' | '&&', name: string, next: () => Expression): Expression {
    const terms = [next()]
    const places: number[] = []
    for (let token = this.#tokens.take(mark); token !== undefined; token = this.#tokens.take(mark)) {
      places.push(token.at)
      terms.push(next())
    }
    const tree = (low: number, high: number): Expression => {
      const middle = Math.floor((low + high + 1) / 2)
      const left = middle === low ? terms[middle] : tree(low, middle - 1)
      const right = middle === high ? terms[middle + 1] : tree(middle + 1, high)
      return { kind: 'call', name, args: [left as Expression, right as Expression], at: places[middle] ?? 0 }
    }
    return places.length === 0 ? (terms[0] as Expression) : tree(0, places.length - 1)
  }

  #relation(): Expression {
    let left = this.#sum()
    for (
      let token = this.#tokens.takeOf(RELATIONS);
      token !== undefined;
      token = this.#tokens.takeOf(RELATIONS)
    ) {
      const name = token.text === 'in' ? '@in' : `_${token.text}_`
      left = this.#nesting.deeper({ kind: 'call', name, args: [left, this.#sum()], at: token.at })
    }
    return left
  }

  #sum(): Expression {
    let left = this.#product()
    const marks = new Set(['+', '-'])
    for (let token = this.#tokens.takeOf(marks); token !== undefined; token = this.#tokens.takeOf(marks)) {
      const args = [left, this.#product()]
      left = this.#nesting.deeper({ kind: 'call', name: `_${token.text}_`, args, at: token.at })
    }
    return left
  }

  #product(): Expression {
    let left = this.#unary()
    for (
      let token = this.#tokens.takeOf(FACTORS);
      token !== undefined;
      token = this.#tokens.takeOf(FACTORS)
    ) {
      const args = [left, this.#unary()]
      left = this.#nesting.deeper({ kind: 'call', name: `_${token.text}_`, args, at: token.at })
    }
    return left
  }

  #unary(): Expression {
    const mark = this.#tokens.peek('!') ? '!' : this.#tokens.peek('-') ? '-' : undefined
    if (mark === undefined || (mark === '-' && this.#tokens.isSignedNumber())) return this.#member()
    const first = this.#tokens.next()
    let count = 1
    while (this.#tokens.peek(mark)) {
      this.#tokens.next()
      count++
    }
    const operand = this.#member()
    if (count % 2 === 0) return operand
    return { kind: 'call', name: mark === '!' ? '!_' : '-_', args: [operand], at: first.at }
  }

  #member(): Expression {
    let node = this.#primary()
    for (;;) {
      const dot = this.#tokens.take('.')
      if (dot !== undefined) {
        node = this.#selected(node, dot.at)
        continue
      }
      const bracket = this.#tokens.take('[')
      if (bracket === undefined) return node
      const optional = this.#tokens.take('?') !== undefined
      if (!optional) this.#tokens.alsoAllow("'?'")
      const index = this.#expression()
      this.#tokens.expect(']')
      const name = optional ? '_[?_]' : '_[_]'
      node = this.#nesting.deeper({ kind: 'call', name, args: [node, index], at: bracket.at })
    }
  }

  #selected(operand: Expression, at: number): Expression {
    const optional = this.#tokens.take('?') !== undefined
    const name = this.#tokens.fieldName()
    if (name === undefined) return operand
    if (optional) {
      const field: Expression = { kind: 'literal', value: name.text, at: name.at }
      return this.#nesting.deeper({ kind: 'call', name: '_?._', args: [operand, field], at })
    }
    const open = this.#tokens.take('(')
    if (open === undefined) {
      return this.#nesting.deeper({ kind: 'select', operand, field: name.text, test: false, at })
    }
    const call: Call = { kind: 'call', name: name.text, target: operand, args: this.#args(), at: open.at }
    return this.#called(this.#nesting.deeper(call))
  }

  #called(call: Call): Expression {
    try {
      return expandMacro(call) ?? call
    } catch (cause) {
      if (!(cause instanceof MacroError)) throw cause
      const isSyntax = this.#problems.some(({ message }) => message.startsWith('Syntax error'))
      if (!isSyntax) this.#problems.push({ at: cause.at, message: cause.message })
      return call
    }
  }

  #args(): readonly Expression[] {
    const args: Expression[] = []
    if (this.#tokens.take(')') !== undefined) return args
    this.#tokens.alsoAllow("')'")
    do args.push(this.#expression())
    while (this.#tokens.take(',') !== undefined)
    this.#tokens.expect(')')
    return args
  }

  #primary(): Expression {
    const token = this.#tokens.startOfPrimary()
    if (token === undefined) return { kind: 'literal', value: null, at: this.#tokens.place }
    if (token.kind === 'IDENTIFIER') return this.#named(token.text, token.at)
    if (token.text === '.') {
      const name = this.#tokens.fieldName()
      return name === undefined
        ? { kind: 'literal', value: null, at: token.at }
        : this.#named(`.${name.text}`, name.at)
    }
    if (token.text === '(') {
      const inner = this.#expression()
      this.#tokens.expect(')')
      return inner
    }
    if (token.text === '[') return this.#list(token.at)
    if (token.text === '{') return this.#map(token.at)
    return this.#literal(token.kind, token)
  }

  #named(name: string, at: number): Expression {
    const plain = name.replace(/^\./u, '')
    const open = this.#tokens.take('(')
    if (RESERVED.has(plain)) {
      if (open !== undefined) this.#args()
      this.#problems.push({ at, message: `reserved identifier: ${plain}` })
      return { kind: 'literal', value: null, at }
    }
    if (open !== undefined) return this.#called({ kind: 'call', name, args: this.#args(), at: open.at })
    const struct = this.#tokens.structName(name)
    if (struct === undefined) return { kind: 'ident', name, at }
    return { kind: 'struct', name: struct.name, fields: this.#fields(), at: struct.at }
  }

  #fields(): readonly StructField[] {
    const fields: StructField[] = []
    this.#tokens.alsoAllow("','", "'?'", 'IDENTIFIER', 'ESC_IDENTIFIER')
    while (!this.#tokens.peek('}') && !this.#tokens.atEnd) {
      const optional = this.#tokens.take('?') !== undefined
      const name = this.#tokens.fieldName()
      const colon = this.#tokens.expect(':')
      fields.push({ name: name?.text ?? '', value: this.#expression(), optional, at: colon })
      if (this.#tokens.take(',') === undefined) break
    }
    this.#tokens.expect('}')
    return fields
  }

  #list(at: number): Expression {
    const items: Expression[] = []
    const optional = new Set<number>()
    this.#tokens.takeEmpty(']')
    while (!this.#tokens.peek(']') && !(items.length > 0 && this.#tokens.atEnd)) {
      if (this.#tokens.take('?') !== undefined) optional.add(items.length)
      else if (items.length === 0) this.#tokens.alsoAllow("']'", "','", "'?'")
      items.push(this.#expression())
      this.#tokens.alsoAllow("','")
      if (this.#tokens.take(',') === undefined) break
    }
    this.#tokens.expect(']')
    return { kind: 'list', items, optional, at }
  }

  #map(at: number): Expression {
    const entries: MapEntry[] = []
    this.#tokens.takeEmpty('}')
    while (!this.#tokens.peek('}') && !(entries.length > 0 && this.#tokens.atEnd)) {
      const optional = this.#tokens.take('?') !== undefined
      if (!optional && entries.length === 0) this.#tokens.alsoAllow("'}'", "','", "'?'")
      const key = this.#expression()
      const colon = this.#tokens.expect(':')
      entries.push({ key, value: this.#expression(), optional, at: colon })
      this.#tokens.alsoAllow("','")
      if (this.#tokens.take(',') === undefined) break
    }
    this.#tokens.expect('}')
    return { kind: 'map', entries, at }
  }

  #literal(kind: string, token: { readonly text: string; readonly at: number }): Expression {
    const { text, at } = token
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', at }
    if (text === 'null') return { kind: 'literal', value: null, at }
    try {
      return { kind: 'literal', value: literalValue(kind, text), at }
    } catch (cause) {
      this.#problems.push({ at, message: (cause as Error).message })
      return { kind: 'literal', value: null, at }
    }
  }
}

function literalValue(kind: string, text: string) {
  if (kind === 'STRING') return unquoteString(text)
  if (kind === 'BYTES') return unquoteBytes(text)
  if (kind === 'NUM_FLOAT') {
    const value = Number(text)
    if (!Number.isFinite(value)) throw new Error('invalid double literal')
    return value
  }
  const negative = text.startsWith('-')
  const digits = negative ? text.slice(1) : text
  const whole = BigInt(kind === 'NUM_UINT' ? digits.slice(0, -1) : digits) * (negative ? -1n : 1n)
  if (kind === 'NUM_UINT') {
    if (BigInt.asUintN(64, whole) !== whole) throw new Error('invalid uint literal')
    return new CelUint(whole)
  }
  if (BigInt.asIntN(64, whole) !== whole) throw new Error('invalid int literal')
  return whole
}
