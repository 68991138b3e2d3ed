import type { Availability, SystemName, Use } from '@reeve/test-servers'
import type { FileResult } from './vitest-report.ts'

/** Everything that a run found out, before it is put into words. */
export interface RunFacts {
  readonly unit: readonly FileResult[]
  readonly system: readonly FileResult[]
  readonly systems: ReadonlyMap<SystemName, Availability>
  /** With files relative to the repository, as in the results. */
  readonly uses: readonly Use[]
  /** Failures that no test file stands for, such as a type error. */
  readonly problems: readonly string[]
}

/** One line of the table. */
export interface Row {
  readonly suite: string
  readonly system: string
  readonly passed: number
  readonly failed: number
  readonly notRun: number
  readonly why: string
}

export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Unit tests by room, system tests by file, each with the systems that they asked for. */
export function rowsOf(facts: RunFacts): Row[] {
  const rooms = Map.groupBy(facts.unit, ({ file }) => file.split('/').slice(0, 2).join('/'))
  const files = Map.groupBy(facts.system, ({ file }) => file)
  return [...[...rooms].sort(), ...[...files].sort()].map(([suite, results]) => rowOf(suite, results, facts))
}

/** Counts over all test files; every problem outside of them counts as one more failure. */
export function totalsOf(facts: Pick<RunFacts, 'unit' | 'system' | 'problems'>): Totals {
  const files = [...facts.unit, ...facts.system]
  const sum = (count: (result: FileResult) => number): number =>
    files.reduce((total, file) => total + count(file), 0)
  return {
    passed: sum((file) => file.passed),
    failed: sum((file) => file.failed) + facts.problems.length,
    skipped: sum((file) => file.skipped),
  }
}

function rowOf(suite: string, results: readonly FileResult[], facts: RunFacts): Row {
  const files = new Set(results.map(({ file }) => file))
  const names = new Set(facts.uses.filter((use) => files.has(use.file)).map((use) => use.system))
  const known = [...names].map((name) => ({ name, found: facts.systems.get(name) }))
  const system = known.map(({ name, found }) =>
    found?.available ? `${name} ${found.version}` : `${name} missing`,
  )
  const missing = known.filter(({ found }) => !found?.available).map(({ name }) => name)
  const { passed, failed, skipped } = totalsOf({ unit: results, system: [], problems: [] })
  const byChoice = skipped > 0 ? 'skipped by the suite' : ''
  const why = missing.length > 0 ? `no ${missing.join(', no ')}` : byChoice
  return { suite, system: system.join(', ') || '-', passed, failed, notRun: skipped, why }
}
