import type { Random } from '@reeve/ground'

/** Chance that repeats itself for the same seed (mulberry32: small, even enough for tests, never for secrets). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const float = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { float, bytes: (length) => Uint8Array.from({ length }, () => Math.floor(float() * 256)) }
}
