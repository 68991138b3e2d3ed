import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What became of the tests of one file. */
export interface FileResult {
  /** Relative to the repository. */
  readonly file: string
  readonly passed: number
  /** A file that could not even be loaded counts as one failure. */
  readonly failed: number
  readonly skipped: number
}

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string }[]
  }[]
}

/** Reads a file of Vitest's JSON reporter; one that is missing means that nothing was run. */
export function readVitestReport(file: string, root: string): FileResult[] {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  return report.testResults.map(({ name, status, assertionResults }) => {
    const count = (wanted: string): number => assertionResults.filter((test) => test.status === wanted).length
    const [passed, failed] = [count('passed'), count('failed')]
    return {
      file: relative(root, name),
      passed,
      failed: failed === 0 && status === 'failed' ? 1 : failed,
      skipped: assertionResults.length - passed - failed,
    }
  })
}
