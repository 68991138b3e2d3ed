import { describe, expect, it } from 'vitest'
import { printSummary } from './print-summary.ts'
import { type RunFacts, totalsOf } from './summary.ts'

const NONE: RunFacts = { unit: [], system: [], systems: new Map(), uses: [], problems: [] }
const result = (file: string, passed: number, failed = 0, skipped = 0) => ({ file, passed, failed, skipped })
const lineOf = (facts: RunFacts, suite: string): string | undefined =>
  printSummary(facts)
    .split('\n')
    .find((line) => line.startsWith(suite))

describe('the summary of a run', () => {
  it('ends with the counts alone on a line', () => {
    const facts = {
      ...NONE,
      unit: [result('platform/a/src/x.test.ts', 3, 1)],
      system: [result('tests/y.test.ts', 2, 0, 4)],
    }
    expect(printSummary(facts).endsWith('\n\n5 passed, 1 failed, 4 skipped\n')).toBe(true)
  })

  it('counts what failed outside of the tests, so that a failed run never reads as passed', () => {
    const facts = {
      ...NONE,
      unit: [result('platform/a/src/x.test.ts', 3)],
      problems: ['types; its output is above'],
    }
    expect(totalsOf(facts)).toEqual({ passed: 3, failed: 1, skipped: 0 })
    expect(printSummary(facts)).toContain('failed outside of the tests:\n  types; its output is above\n')
  })

  it('has one line for the unit tests of a room', () => {
    const unit = [result('platform/a/src/x.test.ts', 3), result('platform/a/src/deep/y.test.ts', 4)]
    expect(lineOf({ ...NONE, unit }, 'platform/a')).toMatch(/^platform\/a +- +7 +0 +0$/)
  })

  it('names the real system behind a suite with its version', () => {
    const facts: RunFacts = {
      ...NONE,
      system: [result('tests/y.test.ts', 2)],
      systems: new Map([['etcd', { available: true, version: '3.6.5' }]]),
      uses: [{ system: 'etcd', file: 'tests/y.test.ts' }],
    }
    expect(lineOf(facts, 'tests/y.test.ts')).toMatch(/ etcd 3\.6\.5 +2 +0 +0$/)
  })

  it('says what was not run, why, and how to get what it needs', () => {
    const facts: RunFacts = {
      ...NONE,
      system: [result('tests/y.test.ts', 0, 0, 2)],
      systems: new Map([['etcd', { available: false, reason: 'needs Go; get it from go.dev' }]]),
      uses: [{ system: 'etcd', file: 'tests/y.test.ts' }],
    }
    expect(lineOf(facts, 'tests/y.test.ts')).toMatch(/ etcd missing +0 +0 +2 +no etcd$/)
    expect(printSummary(facts)).toContain(
      'not available on this machine:\n  etcd: needs Go; get it from go.dev\n',
    )
  })
})
