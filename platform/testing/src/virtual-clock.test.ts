import { sleep } from '@reeve/ground'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from './virtual-clock.ts'

describe('VirtualClock', () => {
  it('rings timers in the order they fall due, at their own time', async () => {
    const clock = new VirtualClock(0)
    const rang: string[] = []
    clock.after(20, () => rang.push(`b ${clock.now()}`))
    clock.after(10, () => rang.push(`a ${clock.now()}`))
    clock.after(20, () => rang.push(`c ${clock.now()}`))
    await clock.advance(30)
    expect(rang).toEqual(['a 10', 'b 20', 'c 20'])
    expect(clock.now()).toBe(30)
  })

  it('lives through hours of a loop that sleeps', async () => {
    const clock = new VirtualClock()
    let rounds = 0
    const loop = async (): Promise<void> => {
      while (rounds < 60) {
        await sleep(clock, 60_000)
        rounds += 1
      }
    }
    const ended = loop()
    await clock.advance(3_600_000)
    await ended
    expect(rounds).toBe(60)
    expect(clock.timers).toBe(0)
  })

  it('forgets a timer that was called off', async () => {
    const clock = new VirtualClock()
    let rang = false
    clock
      .after(5, () => {
        rang = true
      })
      .cancel()
    await clock.advance(10)
    expect(rang).toBe(false)
  })
})
