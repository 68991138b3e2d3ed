import { expect } from 'vitest'
import type { KubectlTwins } from './kubectl-twins.ts'

/** A line of shell; after ` => ` what both must say among other things, so that two failures are not taken for a pass. */
export type Line = string

/** Runs the lines in order on both servers, and holds that kubectl says the same, word for word. */
export async function expectSame(twins: KubectlTwins, lines: readonly Line[]): Promise<void> {
  for (const entry of lines) {
    const [line = '', ...words] = entry.split(' => ')
    const { ours, real } = await twins.run(line)
    expect(ours, line).toBe(real)
    for (const word of words) expect(real, line).toContain(word)
  }
}
