/** One comparison of a field selector. */
export interface FieldTerm {
  readonly field: string
  /** False for `!=`. */
  readonly equal: boolean
  readonly value: string
}

/** The terms of a field selector, by text as upstream, or what is wrong with it. */
export function fieldTermsOf(text: string): readonly FieldTerm[] | string {
  const terms: FieldTerm[] = []
  for (const part of partsOf(text).sort()) {
    if (part === '') continue
    const operator = /!=|==?/.exec(part)
    if (operator === null) return `invalid selector: '${text}'; can't understand '${part}'`
    const value = unescaped(part.slice(operator.index + operator[0].length))
    if (typeof value !== 'string') return value.error
    const field = part.slice(0, operator.index)
    // Nothing compared with nothing is no term at all.
    if (field !== '' || value !== '') terms.push({ field, equal: operator[0] !== '!=', value })
  }
  return terms
}

/** Split at commas that have no backslash before them. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unescaped(value: string): string | { readonly error: string } {
  let plain = ''
  let inEscape = false
  for (const char of value) {
    const special = char === '\\' || char === ',' || char === '='
    if (inEscape && !special) return { error: invalidEscape(`\\${char}`) }
    if (!inEscape && char === '\\') {
      inEscape = true
      continue
    }
    if (!inEscape && special) {
      return { error: `invalid field selector: unescaped character in value: ${char.charCodeAt(0)}` }
    }
    plain += char
    inEscape = false
  }
  return inEscape ? { error: invalidEscape('\\') } : plain
}

function invalidEscape(sequence: string): string {
  return `invalid field selector: invalid escape sequence: ${sequence}`
}
