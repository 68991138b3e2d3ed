import type { JsonValue } from './json-value.ts'

/** A whole number that may not fit; where there is none, the plain parser does, which is many times as fast. */
const LONG_NUMBER = /[[:,]\s*-?\d{16}/
const WHOLE = /^-?\d+$/

interface Source {
  readonly source?: string
}

/** Reads JSON; whole numbers that a JavaScript number cannot hold come as bigints, so that they go back as they came. */
export function parseJson(text: string): JsonValue {
  return LONG_NUMBER.test(text) ? JSON.parse(text, exact as never) : JSON.parse(text)
}

function exact(_key: string, value: unknown, { source = '' }: Source): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !WHOLE.test(source)) return value
  return BigInt(source)
}
