import { describe, expect, it } from 'vitest'
import { decideLease, microTime, releasedLease } from './decide-lease.ts'

const NOW = Date.UTC(2026, 0, 2, 3, 4, 5, 678)
const TIME = '2026-01-02T03:04:05.678000Z'
const view = { identity: 'me', durationMs: 15_000, now: NOW, unchangedMs: 0 }
const theirs = { holderIdentity: 'you', leaseDurationSeconds: 10, renewTime: 'x', leaseTransitions: 3 }

describe('decideLease', () => {
  it('makes the lease that is not there', () => {
    expect(decideLease({ ...view, spec: undefined })).toEqual({
      type: 'create',
      spec: {
        holderIdentity: 'me',
        leaseDurationSeconds: 15,
        acquireTime: TIME,
        renewTime: TIME,
        leaseTransitions: 0,
      },
    })
  })

  it('renews what is ours, in the same epoch', () => {
    const spec = { ...theirs, holderIdentity: 'me', acquireTime: 'then' }
    expect(decideLease({ ...view, spec, unchangedMs: 99_999 })).toMatchObject({
      type: 'renew',
      spec: { acquireTime: 'then', renewTime: TIME, leaseTransitions: 3, leaseDurationSeconds: 15 },
    })
  })

  it('waits for as long as its holder said, counted by our own clock', () => {
    expect(decideLease({ ...view, spec: theirs, unchangedMs: 4_000 })).toEqual({
      type: 'wait',
      holder: 'you',
      ms: 6_000,
    })
  })

  it('takes what was not renewed, or given up, with the next epoch', () => {
    const taken = { type: 'take', spec: { holderIdentity: 'me', acquireTime: TIME, leaseTransitions: 4 } }
    expect(decideLease({ ...view, spec: theirs, unchangedMs: 10_000 })).toMatchObject(taken)
    const released = releasedLease(theirs, NOW)
    expect(released).toMatchObject({ holderIdentity: '', renewTime: TIME })
    expect(decideLease({ ...view, spec: released })).toMatchObject(taken)
  })

  it('writes times with microseconds', () => {
    expect(microTime(NOW)).toBe(TIME)
  })
})
