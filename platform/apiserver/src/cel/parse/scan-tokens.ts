import type { Problem, SourceText } from './source-text.ts'

/** Kinds of tokens; those in capitals are named so in messages. */
export type TokenKind =
  | 'NUM_FLOAT'
  | 'NUM_INT'
  | 'NUM_UINT'
  | 'STRING'
  | 'BYTES'
  | 'IDENTIFIER'
  | 'ESC_IDENTIFIER'
  | 'mark'
  | 'end'

/** One word of an expression. Marks are operators, brackets and the words true, false, null and in. */
export interface Token {
  readonly kind: TokenKind
  readonly text: string
  readonly at: number
}

const HEX = '[0-9a-fA-F]'
const ESCAPE = `\\\\(?:[abfnrtv"'\\\\?\`]|[0-3][0-7][0-7]|[xX]${HEX}{2}|u${HEX}{4}|U${HEX}{8})`
const PATTERNS: readonly (readonly [TokenKind | 'skip' | 'quoted', RegExp])[] = [
  ['skip', /[\t \r\n\f]+|\/\/[^\n]*/uy],
  [
    'quoted',
    new RegExp(
      `[bB]?(?:[rR](?:"""[^]*?"""|'''[^]*?'''|"[^"\\n\\r]*"|'[^'\\n\\r]*')|"""(?:${ESCAPE}|[^\\\\])*?"""|'''(?:${ESCAPE}|[^\\\\])*?'''|"(?:${ESCAPE}|[^\\\\"\\n\\r])*"|'(?:${ESCAPE}|[^\\\\'\\n\\r])*')`,
      'uy',
    ),
  ],
  ['NUM_FLOAT', /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/uy],
  ['NUM_UINT', /(?:0x[0-9a-fA-F]+|\d+)[uU]/uy],
  ['NUM_INT', /(?:0x[0-9a-fA-F]+|\d+)/uy],
  ['IDENTIFIER', /[A-Za-z_][A-Za-z0-9_]*/uy],
  ['ESC_IDENTIFIER', /`[A-Za-z0-9_.\-/ ]+`/uy],
  ['mark', /==|!=|<=|>=|&&|\|\||[<>[\]{}().,\-!?:+*/%]/uy],
]
const BAD = new RegExp(
  `["'](?:${ESCAPE}|[^\\\\"'\\n\\r])*(?:\\\\[^]?|[\\n\\r])?|&[^&]|\\|[^|]|=[^=]|[^]`,
  'uy',
)
const WORD_MARKS = new Set(['in', 'true', 'false', 'null'])

/** Cuts the text into tokens, the last one `<EOF>`; what is no token is told as a problem and left out. */
export function scanTokens(source: SourceText, problems: Problem[]): readonly Token[] {
  const text = source.points.join('')
  const tokens: Token[] = []
  let unit = 0
  let at = 0
  while (unit < text.length) {
    const found = matchAt(text, unit)
    if (found === undefined) {
      const bad = badRun(text, unit)
      problems.push({ at, message: `Syntax error: token recognition error at: '${bad}'` })
      unit += bad.length
      at += [...bad].length
      continue
    }
    if (found.kind !== 'skip') tokens.push({ kind: found.kind, text: found.text, at })
    unit += found.text.length
    at += [...found.text].length
  }
  tokens.push({ kind: 'end', text: '<EOF>', at })
  return tokens
}

function matchAt(text: string, unit: number): { kind: TokenKind | 'skip'; text: string } | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = unit
    const found = pattern.exec(text)?.[0]
    if (found === undefined) continue
    if (kind === 'quoted') return { kind: /^[bB]/u.test(found) ? 'BYTES' : 'STRING', text: found }
    return { kind: kind === 'IDENTIFIER' && WORD_MARKS.has(found) ? 'mark' : kind, text: found }
  }
  return undefined
}

/** What the lexer of cel-go gives up on: an open string up to where it cannot go on, or else one character. */
function badRun(text: string, unit: number): string {
  BAD.lastIndex = unit
  return BAD.exec(text)?.[0] ?? text.slice(unit, unit + 1)
}
