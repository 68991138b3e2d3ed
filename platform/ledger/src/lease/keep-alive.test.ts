import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ClosedError, LeaseLostError } from '../errors.ts'
import { keepAlive, type Term } from './keep-alive.ts'

/** A lease whose renewals do what the test says. */
function leased(clock: VirtualClock, renew: () => Promise<void>) {
  let ends = clock.monotonic() + 9_000
  const asked: number[] = []
  const term: Term = {
    id: '7',
    ttlMs: 9_000,
    ends: () => ends,
    renew: async () => {
      const at = clock.monotonic()
      asked.push(at)
      await renew()
      ends = at + 9_000
    },
  }
  return { term, asked }
}

describe('keepAlive', () => {
  it('renews each third of the time until its signal, and leaves no timer', async () => {
    const clock = new VirtualClock()
    const { term, asked } = leased(clock, async () => {})
    const abort = new AbortController()
    const kept = keepAlive(term, clock, abort.signal)
    await clock.advance(10_000)
    abort.abort()
    await kept
    expect(asked).toEqual([0, 3_000, 6_000, 9_000])
    expect(clock.timers).toBe(0)
  })

  it('tries again while the lease cannot have ended, and goes on once a renewal gets through', async () => {
    const clock = new VirtualClock()
    let down = true
    const { term, asked } = leased(clock, async () => {
      if (down) throw new Error('unreachable')
    })
    const abort = new AbortController()
    const kept = keepAlive(term, clock, abort.signal)
    await clock.advance(7_500)
    down = false
    await clock.advance(20_000)
    abort.abort()
    await kept
    expect(asked.length).toBeGreaterThan(8)
  })

  it('gives a lease up before it may have ended, counted from the last renewal', async () => {
    const clock = new VirtualClock()
    const { term } = leased(clock, () => Promise.reject(new Error('unreachable')))
    await clock.advance(4_000)
    const lost = expect(keepAlive(term, clock, new AbortController().signal)).rejects.toThrow(LeaseLostError)
    await clock.advance(5_000)
    await lost
  })

  it('gives a lease up when a renewal hangs', async () => {
    const clock = new VirtualClock()
    const { term } = leased(clock, () => new Promise(() => {}))
    const lost = expect(keepAlive(term, clock, new AbortController().signal)).rejects.toThrow(LeaseLostError)
    await clock.advance(9_000)
    await lost
    expect(clock.timers).toBe(0)
  })

  it('passes on at once that the ledger was closed', async () => {
    const clock = new VirtualClock()
    const { term } = leased(clock, () => Promise.reject(new ClosedError('renew lease')))
    await expect(keepAlive(term, clock, new AbortController().signal)).rejects.toThrow(ClosedError)
  })
})
