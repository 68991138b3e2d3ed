import { createRequire } from 'node:module'
import { compilePattern } from '../../schema/compile-pattern.ts'

/** A pattern of RE2 that can also say what it found. */
export interface Regex {
  test(text: string): boolean
  /** The leftmost match; undefined when there is none. */
  find(text: string): string | undefined
  findAll(text: string, most?: number): readonly string[]
}

const load = createRequire(import.meta.url)
const MOST_KEPT = 500
const kept = new Map<string, Regex>()

/** Compiles a pattern as RE2 means it; throws an Error in Go's words. Keeps the latest ones. */
export function compileRegex(pattern: string): Regex {
  const known = kept.get(pattern)
  if (known !== undefined) return known
  const tested = compilePattern(pattern)
  let engine: import('re2js').RE2JS | undefined
  const matcher = (text: string) => {
    engine ??= (load('re2js') as typeof import('re2js')).RE2JS.compile(pattern)
    return engine.matcher(text)
  }
  const regex: Regex = {
    test: (text) => tested.test(text),
    find: (text) => {
      const found = matcher(text)
      return found.find() ? (found.group() ?? '') : undefined
    },
    findAll: (text, most = Number.POSITIVE_INFINITY) => {
      const found = matcher(text)
      const all: string[] = []
      while (all.length < most && found.find()) all.push(found.group() ?? '')
      return all
    },
  }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(pattern, regex)
  return regex
}
