import { type Clock, sleep } from '@reeve/ground'
import { ClosedError, LeaseLostError } from '../errors.ts'

/** A lease as its holder sees it. */
export interface Term {
  readonly id: string
  readonly ttlMs: number
  /** When it may have ended, by the holder's own clock, counted from before the last grant or renewal was asked for. */
  ends(): number
  renew(signal: AbortSignal): Promise<void>
}

/**
 * Renews a lease each third of its time until the signal. A renewal that fails is tried again until the lease may
 * have ended by our own clock; from then on it counts as lost, whatever the backend would say.
 */
export async function keepAlive(term: Term, clock: Clock, signal: AbortSignal): Promise<void> {
  const third = term.ttlMs / 3
  while (!signal.aborted) {
    try {
      await inTime(term.renew(signal), clock, term.ends())
    } catch (cause) {
      if (signal.aborted) return
      if (cause instanceof LeaseLostError || cause instanceof ClosedError) throw cause
      if (clock.monotonic() + third / 3 >= term.ends()) throw new LeaseLostError(term.id, { cause })
    }
    const pause = term.ends() - clock.monotonic() > 2 * third ? third : third / 3
    await sleep(clock, pause, signal).catch(() => {})
  }
}

/** A renewal that hangs must not outlive the lease. */
async function inTime(renewal: Promise<void>, clock: Clock, ends: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = clock.after(Math.max(0, ends - clock.monotonic()), () =>
    late.reject(new Error('the renewal was not answered in time')),
  )
  try {
    await Promise.race([renewal, late.promise])
  } finally {
    timer.cancel()
  }
}
