const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/** A string in double quotes with its escapes written out. */
export function quoteText(text: string): string {
  return `"${[...text.toWellFormed()].map((letter) => ESCAPES[letter] ?? letter).join('')}"`
}
