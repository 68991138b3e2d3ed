const SHORT: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}

/** A string in quotation marks as Go's %q has it, which is how Kubernetes shows values in its messages. */
export function quote(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, escaped)}"`
}

function escaped(char: string): string {
  const code = char.charCodeAt(0)
  return SHORT[char] ?? (code < 0x80 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`)
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0')
}
