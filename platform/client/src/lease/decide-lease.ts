import type { LeaseSpec } from '../kinds/builtin-kinds.ts'

export interface LeaseView {
  /** What is stored; undefined if there is no lease. */
  readonly spec: LeaseSpec | undefined
  /** Who asks. No two processes may have the same. */
  readonly identity: string
  readonly durationMs: number
  /** Milliseconds since 1970: for the record only. */
  readonly now: number
  /** How long ago, by our own clock, the lease was first seen as it is. */
  readonly unchangedMs: number
}

/** What to do about a lease. */
export type LeaseDecision =
  | { readonly type: 'create' | 'take' | 'renew'; readonly spec: LeaseSpec }
  /** Somebody else has it, and may have it for so long yet. */
  | { readonly type: 'wait'; readonly holder: string; readonly ms: number }

/**
 * Who may have a lease. Clocks of others are never trusted: a lease is over when it was not renewed, before our own eyes,
 * for as long as its holder said.
 */
export function decideLease({ spec, identity, durationMs, now, unchangedMs }: LeaseView): LeaseDecision {
  const leaseDurationSeconds = Math.max(1, Math.ceil(durationMs / 1_000))
  const renewTime = microTime(now)
  const fresh = { holderIdentity: identity, leaseDurationSeconds, renewTime }
  if (spec === undefined) {
    return { type: 'create', spec: { ...fresh, acquireTime: renewTime, leaseTransitions: 0 } }
  }
  const { holderIdentity: holder = '', leaseTransitions = 0 } = spec
  if (holder === identity) return { type: 'renew', spec: { ...spec, ...fresh } }
  const left = (spec.leaseDurationSeconds ?? leaseDurationSeconds) * 1_000 - unchangedMs
  if (holder !== '' && left > 0) return { type: 'wait', holder, ms: left }
  const taken = { ...fresh, acquireTime: renewTime, leaseTransitions: leaseTransitions + 1 }
  return { type: 'take', spec: { ...spec, ...taken } }
}

/** Nobody has it from here on; the next may take it at once. */
export function releasedLease(spec: LeaseSpec, now: number): LeaseSpec {
  return { ...spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: microTime(now) }
}

/** Times in leases have microseconds. */
export function microTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z')
}
