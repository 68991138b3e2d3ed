import { type Clock, sleep } from '@reeve/ground'
import { LeaseLostError } from '../errors.ts'
import type { Lease } from '../ledger.ts'

/**
 * Renews a lease each third of its time until the signal. A renewal that fails is tried again until the lease may
 * have ended by our own clock; from then on it counts as lost, whatever the backend would say.
 */
export async function keepAlive(lease: Lease, clock: Clock, signal: AbortSignal): Promise<void> {
  const third = lease.ttlMs / 3
  let ends = clock.monotonic() + lease.ttlMs
  while (!signal.aborted) {
    const asked = clock.monotonic()
    try {
      await withinTerm(lease.renew(signal), clock, ends)
      ends = asked + lease.ttlMs
    } catch (cause) {
      if (signal.aborted) return
      if (cause instanceof LeaseLostError) throw cause
      if (clock.monotonic() + third / 3 >= ends) throw new LeaseLostError(lease.id, { cause })
    }
    const pause = ends - clock.monotonic() > 2 * third ? third : third / 3
    await sleep(clock, pause, signal).catch(() => {})
  }
}

/** A renewal that hangs must not outlive the lease. */
async function withinTerm(renewal: Promise<void>, clock: Clock, ends: number): Promise<void> {
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
