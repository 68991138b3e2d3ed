import { silentLogger } from '@reeve/ground'
import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { KeyedWork } from './keyed-work.ts'

describe('KeyedWork', () => {
  const clock = new VirtualClock()
  const held = (): { work: KeyedWork; seen: string[]; release: Map<string, () => void> } => {
    const seen: string[] = []
    const release = new Map<string, () => void>()
    const run = (key: string): Promise<void> => {
      seen.push(key)
      return new Promise((resolve) => release.set(key, resolve))
    }
    return { work: new KeyedWork({ clock, logger: silentLogger, width: 2, run }), seen, release }
  }

  it('works on several keys side by side, on each once at a time, and once more if asked meanwhile', async () => {
    const { work, seen, release } = held()
    for (const key of ['a', 'a', 'b', 'c', 'a']) work.add(key)
    expect(seen).toEqual(['a', 'b'])
    release.get('b')?.()
    await clock.advance(0)
    expect(seen).toEqual(['a', 'b', 'c'])
    release.get('a')?.()
    await clock.advance(0)
    expect(seen).toEqual(['a', 'b', 'c', 'a'])
    for (const done of release.values()) done()
    await work.rest()
  })

  it('looks again once, however often that was asked for, and no more when stopped', async () => {
    const { work, seen, release } = held()
    for (let n = 0; n < 100; n += 1) work.later('a', 250)
    expect(clock.timers).toBe(1)
    await clock.advance(250)
    expect(seen).toEqual(['a'])
    work.later('b', 250)
    release.get('a')?.()
    await work.stop()
    await clock.advance(1_000)
    expect(seen).toEqual(['a'])
  })

  it('tries again what went wrong', async () => {
    let tries = 0
    const run = async (): Promise<void> => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
    }
    const work = new KeyedWork({ clock, logger: silentLogger, width: 1, run })
    work.add('a')
    await clock.advance(1_000)
    expect(tries).toBe(2)
  })
})
