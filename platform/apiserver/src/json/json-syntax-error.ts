import { ReeveError } from '@reeve/ground'
import { quote } from './quote.ts'

/** Text that is not JSON, in the words of Go's encoding/json, as Kubernetes repeats them to its clients. */
export class JsonSyntaxError extends ReeveError {
  readonly code = 'JSON_SYNTAX'
  /** Where in the text, in UTF-16 units. */
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message, { retryable: false })
    this.offset = offset
  }
}

/** `invalid character 'x' looking for …`; past the end Go sees a space, where it does not call it the end. */
export function invalidCharacter(text: string, offset: number, context: string): JsonSyntaxError {
  const char = offset < text.length ? firstByte(text, offset) : ' '
  return new JsonSyntaxError(`invalid character '${quoted(char)}' ${context}`, offset)
}

/** Text that stops where there must be more. */
export function unexpectedEnd(offset: number): JsonSyntaxError {
  return new JsonSyntaxError('unexpected end of JSON input', offset)
}

/** Go goes by bytes: of `é` it shows the first one, as if it were Latin-1. */
function firstByte(text: string, offset: number): string {
  const point = text.codePointAt(offset) ?? 0
  if (point < 0x80) return String.fromCharCode(point)
  if (point < 0x800) return String.fromCharCode(0xc0 | (point >> 6))
  return String.fromCharCode(point < 0x10000 ? 0xe0 | (point >> 12) : 0xf0 | (point >> 18))
}

function quoted(char: string): string {
  if (char === '"') return char
  return char === "'" ? "\\'" : quote(char).slice(1, -1)
}
