import { ReeveError } from '@reeve/ground'
import type { User } from '../user.ts'

/** A token file that cannot be read, and where. */
export class TokenFileError extends ReeveError {
  readonly code = 'TOKEN_FILE_INVALID'

  constructor(place: string, expected: string) {
    super(`${place}: ${expected}`, { retryable: false })
  }
}

export interface TokenFile {
  /** By token. */
  readonly users: Readonly<Record<string, User>>
  /** What was taken but is hardly meant. */
  readonly warnings: readonly string[]
}

interface Row {
  readonly line: number
  readonly fields: readonly string[]
}

/** Reads lines of `token,user,uid,"group1,group2"`; `file` is what messages call it. The last of equal tokens counts. */
export function parseTokenFile(text: string, file: string): TokenFile {
  const users = new Map<string, User>()
  const warnings: string[] = []
  for (const { line, fields } of rowsOf(text.replace(/^\uFEFF/, ''), file)) {
    const place = `${file}:${line}`
    const [token = '', name = '', uid = '', groups] = fields
    if (fields.length < 3) {
      throw new TokenFileError(
        place,
        `expected token,user,uid and perhaps "group1,group2", found ${fields.length} of them`,
      )
    }
    if (token === '') {
      warnings.push(`${place}: expected a token, found none; the line is ignored`)
      continue
    }
    if (users.has(token)) warnings.push(`${place}: this token is given above already; this line counts`)
    users.set(token, {
      name,
      ...(uid !== '' && { uid }),
      groups: groups === undefined ? [] : groups.split(','),
    })
  }
  return { users: Object.fromEntries(users), warnings }
}

/** Comma-separated values as RFC 4180 has them; empty lines are skipped, rows may differ in length. */
function rowsOf(text: string, file: string): readonly Row[] {
  const rows: Row[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const start = line
    const fields: string[] = []
    for (let more = true; more; ) {
      const field =
        text[at] === '"' ? quotedField(text, at, `${file}:${line}`) : plainField(text, at, `${file}:${line}`)
      fields.push(field.value)
      line += field.lines
      at = field.end
      more = text[at] === ','
      if (more) at += 1
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: start, fields })
  }
  return rows
}

interface Field {
  readonly value: string
  readonly end: number
  /** How many lines it goes on for. */
  readonly lines: number
}

function plainField(text: string, start: number, place: string): Field {
  const end = endOf(text, start)
  const value = text.slice(start, end)
  if (value.includes('"')) {
    throw new TokenFileError(
      place,
      'expected a quotation mark only around a whole field; inside one it is written twice',
    )
  }
  return { value, end, lines: 0 }
}

function quotedField(text: string, start: number, place: string): Field {
  let close = text.indexOf('"', start + 1)
  while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2)
  if (close < 0) throw new TokenFileError(place, 'expected a quotation mark at the end of the field')
  const end = close + 1
  if (end < text.length && endOf(text, end) !== end) {
    throw new TokenFileError(place, 'expected a comma or the end of the line after the quotation mark')
  }
  const value = text.slice(start + 1, close).replaceAll('""', '"')
  return { value, end, lines: value.split('\n').length - 1 }
}

/** Where a field that is not quoted ends. */
function endOf(text: string, start: number): number {
  const found = /,|\r?\n/.exec(text.slice(start))
  return found === null ? text.length : start + found.index
}
