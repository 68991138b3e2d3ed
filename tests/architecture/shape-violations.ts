import { lineAt, literalAt } from './imports-of.ts'
import type { Repository, SourceFile } from './repository.ts'

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
/** Names without a subject: whatever is in them belongs to a file that has one. */
const CATCH_ALL = /^(?:utils?|helpers?|common|misc|types?|constants?|base)$/
const MOST_LINES = 400
const USUAL_LINES = 250

/** Holds names and sizes: a file says what is in it, and can be read in one go. */
export function shapeViolations({ files }: Repository): readonly string[] {
  return [...files.flatMap(nameViolations), ...files.flatMap(sizeViolations), ...tailViolations(files)]
}

/** Holds that the title of a test is a sentence of the manual: it says what is, not what should be. */
export function titleViolations({ files }: Repository): readonly string[] {
  return files.flatMap((file) => {
    if (!/(?<![.\w$])(?:it|test|describe)\b/.test(file.code)) return []
    // `it.each(…)('title')` and `describe.skipIf(…)('title')` have theirs after a closing parenthesis.
    const calls = file.code.matchAll(/(?:(?<![.\w$])(?:it|test|describe)(?:\.\w+)*|\))\s*\(\s*(?=['"`])/g)
    return Array.from(calls, ({ index, 0: { length } }) => ({ index, title: titleAt(file, index + length) }))
      .filter(({ title }) => /\bshould\b/i.test(title))
      .map(({ index, title }) => {
        const place = `${file.path}:${lineAt(file.text, index)}`
        return `${place}: says "${title}"; a title says what is, without "should"`
      })
  })
}

/** Also of a title with substitutions, as far as its first line. */
function titleAt(file: SourceFile, start: number): string {
  return literalAt(file, start) ?? file.text.slice(start + 1).split('\n', 1)[0] ?? ''
}

function nameViolations({ path }: SourceFile): readonly string[] {
  const parts = path.replace(/(?:\.(?:test|config|d))?\.tsx?$/, '').split('/')
  return parts.flatMap((part) => {
    if (!KEBAB_CASE.test(part)) return [`${path}: "${part}" is not kebab-case`]
    return CATCH_ALL.test(part) ? [`${path}: "${part}" names no subject; name it after what is in it`] : []
  })
}

function sizeViolations({ path, text }: SourceFile): readonly string[] {
  const lines = linesOf(text)
  return lines > MOST_LINES ? [`${path}: has ${lines} lines; ${MOST_LINES} is the most`] : []
}

function tailViolations(files: readonly SourceFile[]): readonly string[] {
  const long = files.filter(({ text }) => linesOf(text) > USUAL_LINES)
  if (long.length * 10 <= files.length) return []
  const names = long.map(({ path, text }) => `${path} (${linesOf(text)})`).join(', ')
  return [
    `${long.length} of ${files.length} files have more than ${USUAL_LINES} lines, one in ten may: ${names}`,
  ]
}

function linesOf(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}
