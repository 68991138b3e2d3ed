import type { SourceFile } from './repository.ts'

export interface Import {
  /** What is imported; `undefined` if it is computed and so cannot be known. */
  readonly specifier: string | undefined
  readonly line: number
}

/** `from '…'` and `import '…'`; then `import(…)`, `require(…)`, `import.meta.resolve(…)` and `new URL(…)`. */
const STATEMENT = /(?<![.\w$#])(?:from|import)\s*(?=['"])/g
const CALL = /(?<![.\w$#])(?:import|require|import\.meta\.resolve)\s*\(\s*/g
const ADDRESS = /(?<![.\w$#])new\s+URL\s*\(\s*(?=['"`])/g

/** Everything that a file imports, also types, lazily, or by an address beside itself. */
export function importsOf(file: SourceFile): readonly Import[] {
  const found = [...places(file, STATEMENT), ...places(file, CALL)]
  const addresses = places(file, ADDRESS).filter(({ specifier }) => specifier?.startsWith('.'))
  return [...found, ...addresses].toSorted((a, b) => a.line - b.line)
}

/** The line of an index, counted from 1. */
export function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** The literal that begins at an index; `undefined` if there is none, or one with substitutions. */
export function literalAt({ text, code }: SourceFile, start: number): string | undefined {
  const quote = code[start]
  if (quote === undefined || !['"', "'", '`'].includes(quote)) return undefined
  const end = code.indexOf(quote, start + 1)
  return code.slice(start + 1, end).trim() === '' ? text.slice(start + 1, end) : undefined
}

function places(file: SourceFile, pattern: RegExp): readonly Import[] {
  return Array.from(file.code.matchAll(pattern), ({ index, 0: { length } }) => ({
    specifier: literalAt(file, index + length),
    line: lineAt(file.text, index),
  }))
}
