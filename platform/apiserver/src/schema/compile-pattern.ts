/** A compiled `pattern`: says whether the text has a match anywhere. */
export interface Pattern {
  test(text: string): boolean
}

/** Compiles a `pattern` of a schema; throws an Error that says what is wrong with it. */
export type CompilePattern = (pattern: string) => Pattern

/**
 * Patterns on JavaScript's RegExp. Kubernetes means RE2: what RE2 lacks is refused in its words, a leading `(?i)` and the
 * like is translated. What else differs, and that RegExp may backtrack for ever, is why this is injected.
 */
export const compilePattern: CompilePattern = (pattern) => {
  refuseWhatRe2Lacks(pattern)
  const { source, flags } = withoutLeadingFlags(pattern)
  const javaScript = source.replaceAll('(?P<', '(?<').replaceAll('\\z', '$').replaceAll('\\A', '^')
  try {
    return new RegExp(javaScript, `u${flags}`)
  } catch {
    return compileLoosely(javaScript, flags)
  }
}

/** Escapes such as `\_` are fine in RE2 and without 'u', but not with it. */
function compileLoosely(source: string, flags: string): Pattern {
  try {
    return new RegExp(source, flags)
  } catch (cause) {
    const isOpen = cause instanceof Error && cause.message.endsWith('Unterminated group')
    throw isOpen ? new Error(`error parsing regexp: missing closing ): \`${source}\``) : cause
  }
}

function refuseWhatRe2Lacks(pattern: string): void {
  const plain = pattern.replace(/\\[^1-9]/g, '  ')
  const lacking = /\(\?<?[=!]|\\[1-9]/.exec(plain)?.[0]
  if (lacking === undefined) return
  const why = lacking.startsWith('(') ? 'invalid or unsupported Perl syntax' : 'invalid escape sequence'
  throw new Error(`error parsing regexp: ${why}: \`${lacking}\``)
}

function withoutLeadingFlags(pattern: string): { source: string; flags: string } {
  const found = /^\(\?([ims]+)\)/.exec(pattern)
  if (found === null) return { source: pattern, flags: '' }
  return { source: pattern.slice(found[0].length), flags: [...new Set(found[1])].join('') }
}
