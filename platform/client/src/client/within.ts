import type { Clock } from '@reeve/ground'

export interface WithinOptions {
  readonly clock: Clock
  readonly ms: number
  /** What to fail with when the time is up. */
  readonly late: () => Error
  readonly signal: AbortSignal | undefined
}

/**
 * Runs something under a signal that fires when the time is up or when `signal` does, and fails then even if what runs
 * does not listen. Leaves nothing behind on either.
 */
export async function within<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { clock, ms, late, signal }: WithinOptions,
): Promise<T> {
  signal?.throwIfAborted()
  const own = new AbortController()
  const ended = Promise.withResolvers<never>()
  const end = (reason: unknown): void => {
    own.abort(reason)
    ended.reject(reason)
  }
  const abort = (): void => end(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const timer = clock.after(ms, () => end(late()))
  try {
    return await Promise.race([run(own.signal), ended.promise])
  } finally {
    timer.cancel()
    signal?.removeEventListener('abort', abort)
  }
}
