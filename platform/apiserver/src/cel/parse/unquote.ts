const PLAIN: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  v: 11,
  '\\': 92,
  "'": 39,
  '"': 34,
  '`': 96,
  '?': 63,
}

/** The text between a literal's quotes with its escapes read. Throws with cel-go's words where an escape is wrong. */
export function unquoteString(token: string): string {
  const { body, raw } = bodyOf(token)
  if (raw || !body.includes('\\')) return body
  return pieces(body, false)
    .map((piece) => (typeof piece === 'string' ? piece : String.fromCodePoint(piece)))
    .join('')
}

/** As unquoteString, for a literal such as b"\xff": hex and octal escapes are bytes, not characters. */
export function unquoteBytes(token: string): Uint8Array {
  const { body, raw } = bodyOf(token.slice(1))
  const encoder = new TextEncoder()
  if (raw || !body.includes('\\')) return encoder.encode(body)
  return Uint8Array.from(
    pieces(body, true).flatMap((piece) => (typeof piece === 'string' ? [...encoder.encode(piece)] : [piece])),
  )
}

function bodyOf(token: string): { readonly body: string; readonly raw: boolean } {
  const text = token.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const raw = /^[rR]/u.test(text)
  const quoted = raw ? text.slice(1) : text
  const width = quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''")) ? 3 : 1
  return { body: quoted.slice(width, quoted.length - width), raw }
}

function pieces(body: string, bytes: boolean): readonly (string | number)[] {
  const found: (string | number)[] = []
  let at = 0
  while (at < body.length) {
    const next = body.indexOf('\\', at)
    if (next < 0) {
      found.push(body.slice(at))
      break
    }
    if (next > at) found.push(body.slice(at, next))
    const [value, width] = escapeAt(body, { at: next, bytes })
    found.push(value)
    at = next + width
  }
  return found
}

function escapeAt(
  body: string,
  options: { readonly at: number; readonly bytes: boolean },
): readonly [number, number] {
  const { at, bytes } = options
  const letter = body[at + 1] ?? ''
  const plain = PLAIN[letter]
  if (plain !== undefined) return [plain, 2]
  if (/[0-3]/u.test(letter)) {
    const digits = body.slice(at + 1, at + 4)
    if (!/^[0-3][0-7][0-7]$/u.test(digits)) throw new Error('unable to unescape octal sequence in string')
    return [Number.parseInt(digits, 8), 4]
  }
  const width = letter === 'x' || letter === 'X' ? 2 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0
  const digits = body.slice(at + 2, at + 2 + width)
  if (width === 0 || (bytes && width > 2) || digits.length < width || !/^[0-9a-fA-F]+$/u.test(digits)) {
    throw new Error('unable to unescape string')
  }
  const value = Number.parseInt(digits, 16)
  if (!bytes && (value > 0x10ffff || (value >= 0xd800 && value < 0xe000)))
    throw new Error('invalid unicode code point')
  return [value, 2 + width]
}
