import { expect } from 'vitest'
import { differences, type KnownDifferences, newDifferences } from './differences.ts'
import type { Step } from './run-client.ts'

/** Holds that a step came to the same on both servers, but for what is known, and worked on the real one. */
export function expectSameStep(
  name: string,
  on: { readonly ours: ReadonlyMap<string, Step>; readonly real: ReadonlyMap<string, Step> },
  known: KnownDifferences = {},
): void {
  const [ours, real] = [on.ours.get(name), on.real.get(name)]
  expect(real, 'on the real server').toBeDefined()
  expect(real?.error, 'on the real server').toBeUndefined()
  const failed =
    ours?.error === undefined ? [] : [{ path: `${name}.error`, real: undefined, ours: ours.error }]
  const ofStep = Object.entries(known).filter(([path]) => path === name || path.startsWith(`${name}.`))
  const found = [...differences(name, real?.result, ours?.result), ...failed]
  expect(newDifferences(found, Object.fromEntries(ofStep))).toEqual([])
}
