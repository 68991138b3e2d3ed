import { describe, expect, it } from 'vitest'
import { splitLines } from './split-lines.ts'

async function* chunked(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('splitLines', () => {
  it.each([1, 2, 3, 7, 100])('finds the same lines in pieces of %i bytes', async (size) => {
    const lines = await Array.fromAsync(splitLines(chunked('{"a":"é"}\n\n{"b":"𝄞"}\nthree\n', size)))
    expect(lines).toEqual(['{"a":"é"}', '{"b":"𝄞"}', 'three'])
  })

  it('hands out what is whole and refuses what breaks off', async () => {
    const lines = splitLines(chunked('whole\nbrok', 4))
    expect(await lines.next()).toEqual({ value: 'whole', done: false })
    await expect(lines.next()).rejects.toThrow('in the middle of a line')
  })
})
