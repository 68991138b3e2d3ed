import { type Clock, type Random, realClock, realRandom, sleep } from '@reeve/ground'
import { isConflict } from './error-reasons.ts'

export interface ConflictOptions {
  /** How often in all. Default: 5. */
  readonly attempts?: number
  /** The first wait, which then doubles; a random half is taken off. Default: 10. */
  readonly firstMs?: number
  readonly clock?: Clock
  readonly random?: Random
  readonly signal?: AbortSignal
}

/** Does a read, change and write again for as long as someone else is faster. `act` has to read anew each time. */
export async function retryOnConflict<T>(act: () => Promise<T>, options: ConflictOptions = {}): Promise<T> {
  const { attempts = 5, firstMs = 10, clock = realClock, random = realRandom, signal } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isConflict(error) || attempt >= attempts) throw error
    }
    const wait = firstMs * 2 ** (attempt - 1)
    await sleep(clock, wait / 2 + random.float() * (wait / 2), signal)
  }
}
