import { CelCompileError, type CelIssue } from '../cel-error.ts'

/** Something wrong at a place in the text. */
export interface Problem {
  readonly at: number
  readonly message: string
}

const MOST_SHOWN = 100

/** The text of an expression in code points, and how places in it are told to people. */
export class SourceText {
  readonly points: readonly string[]
  readonly #lineStarts: number[] = [0]

  constructor(text: string) {
    this.points = [...text]
    this.points.forEach((point, at) => {
      if (point === '\n') this.#lineStarts.push(at + 1)
    })
  }

  /** The error that tells all problems in the order of their places, as cel-go prints them. */
  failure(problems: readonly Problem[]): CelCompileError {
    const issues = problems.map((problem) => this.#issue(problem))
    issues.sort((a, b) => a.line - b.line || a.column - b.column)
    const shown = issues.slice(0, MOST_SHOWN).map((issue) => this.#display(issue))
    if (issues.length > MOST_SHOWN) shown.push(`${issues.length - MOST_SHOWN} more errors were truncated`)
    return new CelCompileError(shown.join('\n'), issues)
  }

  #issue({ at, message }: Problem): CelIssue {
    if (at < 0) return { line: -1, column: -1, message }
    // An empty text has no first column to point at.
    if (this.points.length === 0) return { line: 1, column: -1, message }
    let line = this.#lineStarts.length
    while (line > 1 && (this.#lineStarts[line - 1] ?? 0) > at) line--
    return { line, column: at - (this.#lineStarts[line - 1] ?? 0), message }
  }

  #display(issue: CelIssue): string {
    const head = `ERROR: <input>:${issue.line}:${issue.column + 1}: ${issue.message}`
    if (issue.column < 0) return head
    const start = this.#lineStarts[issue.line - 1] ?? 0
    const end = (this.#lineStarts[issue.line] ?? this.points.length + 1) - 1
    const line = this.points.slice(start, end).map((point) => (point === '\t' ? ' ' : point))
    const dots = line.slice(0, issue.column).map((point) => (isWide(point) ? '．' : '.'))
    const mark = isWide(line[issue.column] ?? '') ? '＾' : '^'
    return `${head}\n | ${line.join('')}\n | ${dots.join('')}${mark}`
  }
}

const isWide = (point: string): boolean => (point.codePointAt(0) ?? 0) > 0x7f
