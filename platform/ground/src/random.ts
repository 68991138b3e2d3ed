import { randomFillSync } from 'node:crypto'

/** Chance, as it is handed to whatever needs it, so that a run can be repeated from a seed. */
export interface Random {
  /** Evenly spread over 0 ≤ x < 1. */
  float(): number
  /** That many unpredictable bytes (predictable from the seed in tests). */
  bytes(length: number): Uint8Array
}

/** The system is asked for many bytes at a time; each is handed out once. */
const POOL = 4_096
let pool = new Uint8Array()
let taken = 0

function poolBytes(length: number): Uint8Array {
  if (length > POOL) return randomFillSync(new Uint8Array(length))
  if (pool.length - taken < length) {
    pool = randomFillSync(new Uint8Array(POOL))
    taken = 0
  }
  taken += length
  return pool.slice(taken - length, taken)
}

export const realRandom: Random = { float: () => Math.random(), bytes: poolBytes }

/** A whole number from 0 to `limit` − 1. */
export function integerBelow(random: Random, limit: number): number {
  return Math.floor(random.float() * limit)
}
