import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realClock, sleep } from './clock.ts'

describe('realClock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('waits out delays longer than a 32-bit timer instead of firing at once', () => {
    const month = 30 * 24 * 3_600_000
    const rang = vi.fn()
    realClock.after(month, rang)
    vi.advanceTimersByTime(month - 1)
    expect(rang).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(rang).toHaveBeenCalledOnce()
  })

  it('can call off a wait, also one longer than a 32-bit timer', () => {
    const rang = vi.fn()
    const timer = realClock.after(2 ** 31 + 10, rang)
    vi.advanceTimersByTime(2 ** 31 - 1)
    timer.cancel()
    vi.advanceTimersByTime(2 ** 32)
    expect(rang).not.toHaveBeenCalled()
  })

  it('runs turn callbacks after everything that is ready now', async () => {
    vi.useRealTimers()
    const order: string[] = []
    const turned = new Promise<void>((resolve) =>
      realClock.turn(() => {
        order.push('turn')
        resolve()
      }),
    )
    void Promise.resolve().then(() => order.push('promise'))
    process.nextTick(() => order.push('tick'))
    await turned
    expect(order.at(-1)).toBe('turn')
    expect(order).toHaveLength(3)
  })
})

describe('sleep', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends early with the reason of the signal and leaves no timer behind', async () => {
    const abort = new AbortController()
    const slept = sleep(realClock, 60_000, abort.signal)
    abort.abort(new Error('enough'))
    await expect(slept).rejects.toThrow('enough')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('refuses to start under a signal that has fired already', async () => {
    await expect(sleep(realClock, 1, AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
  })
})
