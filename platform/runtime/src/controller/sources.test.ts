import { VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ChannelSource } from './channel-source.ts'
import { timerSource } from './timer-source.ts'

describe('timerSource', () => {
  it('asks for its keys at the start and at a steady pace, until the signal (F7)', async () => {
    const clock = new VirtualClock()
    const abort = new AbortController()
    const rings: (readonly [string, number])[] = []
    const source = timerSource({ every: '10s', keys: () => ['a', 'b'], clock })
    await source.start((key) => rings.push([key, clock.monotonic()]), abort.signal)
    await clock.advance(25_000)
    abort.abort()
    await clock.advance(60_000)
    expect(rings.map(([, at]) => at)).toEqual([0, 0, 10_000, 10_000, 20_000, 20_000])
    expect(clock.timers).toBe(0)
  })

  it('stays silent at the start, if told to', async () => {
    const clock = new VirtualClock()
    const abort = new AbortController()
    const rings: number[] = []
    const source = timerSource({ every: 100, keys: () => ['a'], atStart: false, clock })
    await source.start(() => rings.push(clock.monotonic()), abort.signal)
    await clock.advance(150)
    abort.abort()
    expect(rings).toEqual([100])
  })
})

describe('a timer source whose keys cannot be told', () => {
  it('asks again at the next ring, and ends no process', async () => {
    const clock = new VirtualClock()
    const abort = new AbortController()
    const rings: number[] = []
    const keys = (): string[] => {
      if (clock.monotonic() === 100) throw new Error('not now')
      return ['a']
    }
    await timerSource({ every: 100, keys, clock }).start(() => rings.push(clock.monotonic()), abort.signal)
    await clock.advance(200)
    abort.abort()
    expect(rings).toEqual([0, 200])
  })
})

describe('ChannelSource', () => {
  it('keeps what is sent before it is started', async () => {
    const source = new ChannelSource<string>()
    source.send('early', { reason: 'eager' })
    const abort = new AbortController()
    const got: unknown[] = []
    await source.start((...asked) => got.push(asked), abort.signal)
    source.send('late')
    abort.abort()
    source.send('after the end')
    expect(got).toEqual([
      ['early', { reason: 'eager' }],
      ['late', {}],
    ])
  })
})
