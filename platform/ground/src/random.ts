import { randomFillSync } from 'node:crypto'

/** Chance, as it is handed to whatever needs it, so that a run can be repeated from a seed. */
export interface Random {
  /** Evenly spread over 0 ≤ x < 1. */
  float(): number
  /** That many unpredictable bytes (predictable from the seed in tests). */
  bytes(length: number): Uint8Array
}

export const realRandom: Random = {
  float: () => Math.random(),
  bytes: (length) => randomFillSync(new Uint8Array(length)),
}

/** A whole number from 0 to `limit` − 1. */
export function integerBelow(random: Random, limit: number): number {
  return Math.floor(random.float() * limit)
}
