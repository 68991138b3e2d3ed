import type { CelValue } from '../cel-value.ts'
import { childrenOf, type Expression } from '../parse/expression.ts'
import type { Problem } from '../parse/source-text.ts'
import { parseDuration } from '../values/cel-duration.ts'
import { CelTimestamp, parseTimestamp } from '../values/cel-timestamp.ts'
import { compileRegex } from '../values/compile-regex.ts'
import type { CheckedExpression } from './checked-expression.ts'
import { formatProblems } from './format-problems.ts'
import { mixedProblems } from './mixed-problems.ts'

const CHECKS: Readonly<Record<string, (value: CelValue) => boolean>> = {
  duration: (value) => typeof value !== 'string' || parseDuration(value) !== undefined,
  timestamp: (value) => isTimestamp(value),
  matches: (value) => typeof value !== 'string' || isRegex(value),
}

function isTimestamp(value: CelValue): boolean {
  if (typeof value === 'bigint') return new CelTimestamp(value * 1_000_000_000n).fits
  return typeof value !== 'string' || parseTimestamp(value)?.fits === true
}

/** Literals that can never work: durations, timestamps, patterns and formats that are wrong, and mixed lists and maps. */
export function literalProblems(checked: CheckedExpression): readonly Problem[] {
  const problems: Problem[] = []
  visit(checked.root, false, (node, formatted) => {
    if (!formatted && (node.kind === 'list' || node.kind === 'map'))
      problems.push(...mixedProblems(node, checked.types))
    if (node.kind !== 'call') return
    if (node.name === 'format') problems.push(...formatProblems(node, checked.types))
    const [first] = node.args
    if (first?.kind !== 'literal' || !Object.hasOwn(CHECKS, node.name)) return
    if (CHECKS[node.name]?.(first.value) === false)
      problems.push({ at: first.at, message: `invalid ${node.name} argument` })
  })
  return problems
}

function isRegex(text: string): boolean {
  try {
    compileRegex(text)
    return true
  } catch {
    return false
  }
}

/** Walks over all nodes; what stands within a call of format is told so. */
function visit(
  node: Expression,
  formatted: boolean,
  see: (node: Expression, formatted: boolean) => void,
): void {
  see(node, formatted)
  const inside = formatted || (node.kind === 'call' && node.name === 'format')
  for (const child of childrenOf(node)) visit(child, inside, see)
}
