import type { Result } from './result.ts'

const HEAD = ['bench', 'case', 'value', 'peer', 'peer value', 'ratio', 'aim', ''] as const

/** The results as columns for people. A missed aim stands out; it is never left away. */
export function table(results: readonly Result[]): string {
  const rows = results.map((result) => [
    result.bench,
    result.case,
    `${shown(result.value)} ${result.unit}`,
    result.peer ?? '',
    result.peerValue === undefined ? '' : `${shown(result.peerValue)} ${result.unit}`,
    result.ratio === undefined ? '' : `${shown(result.ratio)} x`,
    result.aim ?? '',
    result.met === undefined ? '' : result.met ? 'met' : 'MISSED',
  ])
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(HEAD), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(value)
}
