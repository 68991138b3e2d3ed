import { isIPv4 } from 'node:net'
import { isIpv6 } from './addresses.ts'

const VISIBLE = '\\u0080-\\u{10ffff}'
const ATOM = `[!#$%&'*+\\-/0-9=?A-Z^_\`a-z{|}~${VISIBLE}]+`
const QUOTED = `"(?:[!#-[\\]-~ \\t${VISIBLE}]|\\\\[!-~ \\t${VISIBLE}])`
const COMMENT = '\\((?:[^()\\\\]|\\\\.|\\((?:[^()\\\\]|\\\\.)*\\))*\\)'

const SPACE = /[ \t]*/y
const SPACE_AND_COMMENTS = new RegExp(`(?:[ \\t]|${COMMENT})*`, 'suy')
const MAILBOX = new RegExp(`(?:${ATOM}(?:\\.${ATOM})*|${QUOTED}+")@[ \\t]*`, 'uy')
const DOMAIN = new RegExp(`${ATOM}(?:\\.${ATOM})*`, 'uy')
const LITERAL = /\[([^[\]\\\s]*)\]/y
const WORD = new RegExp(`(?:${ATOM.slice(0, -2)}.]+|${QUOTED}*")`, 'uy')

/** An address with or without a name, such as `Ann <ann@example.org>`. Groups are not taken. */
export function isEmail(text: string): boolean {
  const start = skip(text, 0, SPACE)
  const end = addressEnd(text, start) ?? namedAddressEnd(text, start)
  return end !== undefined && skip(text, end, SPACE_AND_COMMENTS) === text.length
}

/** Where what matches at `from` ends; `from` if nothing does. */
function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}

function addressEnd(text: string, start: number): number | undefined {
  const from = skip(text, start, SPACE)
  const domain = skip(text, from, MAILBOX)
  if (domain === from) return undefined
  LITERAL.lastIndex = domain
  const literal = LITERAL.exec(text)
  if (literal !== null) {
    const address = literal[1] ?? ''
    return isIPv4(address) || isIpv6(address) ? domain + literal[0].length : undefined
  }
  const end = skip(text, domain, DOMAIN)
  return end === domain || text[end] === '.' ? undefined : end
}

function namedAddressEnd(text: string, start: number): number | undefined {
  let at = start
  for (;;) {
    const after = skip(text, at, WORD)
    if (after === at) break
    at = skip(text, after, SPACE_AND_COMMENTS)
  }
  if (text[at] !== '<') return undefined
  const end = addressEnd(text, at + 1)
  return end !== undefined && text[end] === '>' ? end + 1 : undefined
}
