import { describe, it } from 'vitest'
import { expectSame } from './expect-same.ts'
import type { KubectlTwins } from './kubectl-twins.ts'
import { LINES, type Suite } from './single-lines.ts'

const NOT_YET = 'not yet: '

/** Makes a test of every single line of a suite. What is not yet the same has to differ, so that the mark stays true. */
export function describeLines(suite: Suite, twins: () => KubectlTwins): void {
  describe(`${suite}, line by line`, () => {
    for (const line of LINES[suite] as readonly string[]) {
      const isLate = line.startsWith(NOT_YET)
      const test = isLate ? it.fails : it
      const rest = isLate ? line.slice(NOT_YET.length) : line
      test(line.length > 160 ? `${line.slice(0, 160)}…` : line, () => expectSame(twins(), [rest]))
    }
  })
}
