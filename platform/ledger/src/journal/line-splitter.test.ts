import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, LineSplitter } from './line-splitter.ts'

function split(chunks: readonly string[], maxBytes = 100): Line[] {
  const splitter = new LineSplitter(0, maxBytes)
  const lines = chunks.flatMap((chunk) => splitter.push(Buffer.from(chunk)))
  const rest = splitter.end()
  return rest === undefined ? lines : [...lines, rest]
}

describe('LineSplitter', () => {
  it('finds the same lines however the bytes arrive', () => {
    const bytes = fc.array(fc.constantFrom('a', 'bc', '\n'), { maxLength: 30 })
    fc.assert(fc.property(bytes, (chunks) => void expect(split(chunks)).toEqual(split([chunks.join('')]))))
  })

  it('tells where each line lies and whether it has ended', () => {
    const lines = split(['ab\n\nc'])
    expect(lines.map(({ offset, bytes, ended, text }) => [offset, bytes, ended, text?.toString()])).toEqual([
      [0, 3, true, 'ab'],
      [3, 1, true, ''],
      [4, 1, false, 'c'],
    ])
  })

  it('lets go of a line as soon as it is too long', async () => {
    setFlagsFromString('--expose-gc')
    const splitter = new LineSplitter(0, 6)
    const chunks = [1, 2, 3].map(() => {
      const chunk = Buffer.alloc(1_000_000, 'z')
      splitter.push(chunk)
      return new WeakRef(chunk.buffer)
    })
    await new Promise((resolve) => setImmediate(resolve))
    runInNewContext('gc')()
    expect(chunks.map((chunk) => chunk.deref())).toEqual([undefined, undefined, undefined])
    expect(splitter.end()).toMatchObject({ bytes: 3_000_000, text: undefined })
  })

  it('keeps no line that is longer than allowed, but counts it', () => {
    const lines = split(['abcd', 'efgh\nij\n'], 6)
    expect(lines.map(({ bytes, text }) => [bytes, text?.toString()])).toEqual([
      [9, undefined],
      [3, 'ij'],
    ])
  })
})
