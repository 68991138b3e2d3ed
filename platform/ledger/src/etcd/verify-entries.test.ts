import { describe, expect, it } from 'vitest'
import type { Entry } from '../ledger.ts'
import { verifyEntries } from './verify-entries.ts'

const entry = (key: string, createRevision: number, modRevision: number, version: number): Entry => {
  return { key, value: new Uint8Array(), createRevision, modRevision, version }
}
async function* pages(...all: readonly Entry[][]): AsyncGenerator<readonly Entry[]> {
  yield* all
}

describe('verifyEntries', () => {
  it('finds nothing wrong with what adds up', async () => {
    const found = await verifyEntries(pages([entry('a', 2, 3, 2)], [entry('b', 4, 4, 1)]), 4)
    expect(found).toEqual({ checked: 2, problems: [] })
  })

  it('says what does not add up', async () => {
    const { problems } = await verifyEntries(pages([entry('b', 5, 4, 0), entry('a', 1, 9, 1)]), 4)
    expect(problems).toEqual([
      'key b was made at 5, after its change at 4',
      'key b has version 0',
      'key a comes after b',
      'key a was changed at 9, after 4',
    ])
  })
})
