import { createHash } from 'node:crypto'

/** Chance that is the same for the same words: 0 ≤ x < 1, again and again. */
export type Chance = () => number

/** Draws lots from words, such as a seed and what a request is (mulberry32: even enough for faults, never for secrets). */
export function seededChance(...words: readonly string[]): Chance {
  const hash = createHash('sha256').update(JSON.stringify(words)).digest()
  let state = hash.readUInt32LE(0)
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
