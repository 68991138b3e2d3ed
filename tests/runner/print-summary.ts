import { type Row, type RunFacts, rowsOf, totalsOf } from './summary.ts'

const HEAD = ['suite', 'system (real, version)', 'passed', 'failed', 'not run', 'why'] as const

/** The table, what was missing and how to get it, what else failed, and the closing line. */
export function printSummary(facts: RunFacts): string {
  const { passed, failed, skipped } = totalsOf(facts)
  const missing = [...facts.systems].flatMap(([name, found]) =>
    found.available ? [] : [`  ${name}: ${found.reason}`],
  )
  return [
    '',
    ...tableOf(rowsOf(facts)),
    ...section('not available on this machine:', missing),
    ...section(
      'failed outside of the tests:',
      facts.problems.map((problem) => `  ${problem}`),
    ),
    '',
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
    '',
  ].join('\n')
}

function tableOf(rows: readonly Row[]): string[] {
  const cells = rows.map((row) =>
    [row.suite, row.system, row.passed, row.failed, row.notRun, row.why].map(String),
  )
  const lines = [[...HEAD], ...cells]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines]
}
