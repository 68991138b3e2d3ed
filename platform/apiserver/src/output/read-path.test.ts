import { describe, expect, it } from 'vitest'
import { readPath } from './read-path.ts'

const object = {
  spec: { size: 3, list: [{ n: 1 }, { n: 2 }] },
  metadata: { annotations: { 'a.b/c': 'x' } },
  status: {
    conditions: [
      { type: 'Ready', status: 'False' },
      { type: 'Synced', status: 'True' },
    ],
  },
}

describe('readPath', () => {
  it.each([
    ['.spec.size', 3],
    ['{.spec.size}', 3],
    ['.spec.list[1].n', 2],
    ["['spec']['size']", 3],
    ['.metadata.annotations.a\\.b/c', 'x'],
    ['.status.conditions[?(@.type=="Synced")].status', 'True'],
    ['.spec.none.deeper', undefined],
    ['.toString', undefined],
    ['.spec[', undefined],
  ])('reads %s', (path, expected) => expect(readPath(object, path)).toBe(expected))
})
