import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { NotTakenError, OptionError } from '../errors.ts'
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts'

const YEAR = 365 * 24 * 3_600_000

function open(options: WorkQueueOptions<string> = {}) {
  const clock = new VirtualClock()
  const queue = new WorkQueue({ clock, random: seededRandom(1), ...options })
  const takeAll = (): string[] => {
    const taken: string[] = []
    for (let key = queue.take(); key !== undefined; key = queue.take()) taken.push(key)
    return taken
  }
  return { clock, queue, takeAll }
}

const NO_JITTER = { backoff: { firstMs: 1_000, maxMs: 300_000, jitter: 0 } }

describe('WorkQueue', () => {
  it('holds a key once, however often it is asked for, in the order of asking (F3, F28)', () => {
    const { queue, takeAll } = open()
    for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key)
    expect(queue.length).toBe(3)
    expect(takeAll()).toEqual(['a', 'b', 'c'])
  })

  it('does not hand out a key that is held, and goes round again if it was asked for meanwhile (trap: lost wake-up)', () => {
    const { queue, takeAll } = open()
    queue.add('a')
    expect(queue.take()).toBe('a')
    queue.add('a')
    queue.add('a')
    expect(queue.take()).toBeUndefined()
    queue.done('a')
    expect(takeAll()).toEqual(['a'])
    queue.done('a')
    expect(queue.take()).toBeUndefined()
  })

  it('goes round again for a key that is asked for just before it is given back (trap: immediate requeue)', () => {
    const { queue } = open()
    queue.add('a')
    queue.take()
    queue.addAfter('a', 0)
    queue.done('a')
    expect(queue.take()).toBe('a')
  })

  it('tells keys apart by identity and not by reason (trap: dedup keys that contain reasons)', () => {
    const clock = new VirtualClock()
    const queue = new WorkQueue<{ kind: string; uid: string }>({
      clock,
      identify: ({ kind, uid }) => `${kind}/${uid}`,
    })
    queue.add({ kind: 'Device', uid: '1' }, { reason: 'created' })
    queue.add({ kind: 'Device', uid: '1' }, { reason: 'updated' })
    expect(queue.length).toBe(1)
    const key = queue.take()
    expect(key && queue.reasons(key)).toEqual(['created', 'updated'])
    queue.add({ kind: 'Device', uid: '1' }, { reason: 'again' })
    if (key) queue.done(key)
    expect(queue.take()).toBeDefined()
    expect(key && queue.reasons(key)).toEqual(['again'])
  })

  it('refuses to take back what nobody holds', () => {
    const { queue } = open()
    expect(() => queue.done('a')).toThrow(NotTakenError)
    queue.add('a')
    expect(() => queue.done('a')).toThrow(NotTakenError)
  })

  it('keeps the earliest of several times', async () => {
    const { clock, queue, takeAll } = open()
    queue.addAfter('a', 5_000)
    queue.addAfter('a', 2_000)
    queue.addAfter('a', 9_000)
    await clock.advance(1_999)
    expect(takeAll()).toEqual([])
    await clock.advance(1)
    expect(takeAll()).toEqual(['a'])
    queue.done('a')
    await clock.advance(20_000)
    expect(takeAll()).toEqual([])
  })

  it('covers a delayed add with an immediate one, so that the key runs once (trap: delayed entries that survive)', async () => {
    const { clock, queue, takeAll } = open()
    queue.addAfter('a', 1_000)
    queue.add('a')
    expect(takeAll()).toEqual(['a'])
    queue.done('a')
    await clock.advance(5_000)
    expect(takeAll()).toEqual([])
    expect(clock.timers).toBe(0)
  })

  it('uses one timer, however many keys are delayed (trap: a timer per item)', async () => {
    const { clock, queue } = open()
    for (let index = 0; index < 1_000; index += 1) queue.addAfter(`k${index}`, 1_000 + ((index * 7) % 500))
    expect(clock.timers).toBe(1)
    await clock.advance(1_250)
    expect(queue.length).toBe(502)
    expect(clock.timers).toBe(1)
  })

  it('waits years if told to (trap: 32-bit timers)', async () => {
    const { clock, queue, takeAll } = open()
    queue.addAfter('a', 3 * YEAR)
    await clock.advance(3 * YEAR - 1)
    expect(takeAll()).toEqual([])
    await clock.advance(1)
    expect(takeAll()).toEqual(['a'])
  })

  it('hands a delayed key that falls due while it is held to nobody, and goes round after', async () => {
    const { clock, queue, takeAll } = open()
    queue.add('a')
    queue.take()
    queue.addAfter('a', 10)
    await clock.advance(10)
    expect(takeAll()).toEqual([])
    queue.done('a')
    expect(takeAll()).toEqual(['a'])
  })

  it('hands keys to those who wait for one, first come first served (F31)', async () => {
    const { queue } = open()
    const first = queue.get()
    const second = queue.get()
    queue.add('a')
    queue.add('b')
    expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  })

  it('says what it holds', async () => {
    const { clock, queue } = open()
    queue.add('held')
    queue.take()
    queue.add('held')
    queue.add('ready', { priority: 3 })
    queue.addAfter('later', 500)
    await clock.advance(100)
    expect(queue.describe()).toEqual({
      phase: 'open',
      ready: [{ key: 'ready', priority: 3, waitedMs: 100 }],
      delayed: [{ key: 'later', priority: 0, dueInMs: 400 }],
      processing: [{ key: 'held', workedMs: 100, dirty: true }],
      known: 3,
      failing: 0,
    })
  })

  it('forgets keys that it is done with, so that memory follows what is queued', async () => {
    const { clock, queue } = open()
    for (let index = 0; index < 100; index += 1) queue.add(`k${index}`)
    queue.addAfter('later', 10)
    await clock.advance(10)
    expect(queue.describe().known).toBe(101)
    for (let key = queue.take(); key !== undefined; key = queue.take()) queue.done(key)
    expect(queue.describe()).toMatchObject({ known: 0, failing: 0 })
  })

  it('refuses options that it cannot keep', () => {
    expect(() => open({ agingMs: 0 })).toThrow(OptionError)
    expect(() => open({ backoff: { firstMs: 0 } })).toThrow(OptionError)
    expect(() => open({ overall: { perSecond: 0, burst: 1 } })).toThrow(OptionError)
  })
})

describe('priorities', () => {
  it('takes higher priorities first, and equals in the order of asking', () => {
    const { queue, takeAll } = open()
    queue.add('low', { priority: -100 })
    queue.add('a')
    queue.add('high', { priority: 10 })
    queue.add('b')
    expect(takeAll()).toEqual(['high', 'a', 'b', 'low'])
  })

  it('raises a key that is asked for with a higher priority, and never lowers one', () => {
    const { queue, takeAll } = open()
    queue.add('a', { priority: -100 })
    queue.add('b')
    queue.add('c')
    queue.add('a', { priority: 10 })
    queue.add('a', { priority: -100 })
    expect(takeAll()).toEqual(['a', 'b', 'c'])
  })

  it('keeps the higher priority of a key that was asked for while held or delayed', async () => {
    const { clock, queue, takeAll } = open()
    queue.add('a')
    queue.take()
    queue.add('a', { priority: 5 })
    queue.add('a', { priority: 1 })
    queue.addAfter('b', 10, { priority: 9 })
    queue.add('c', { priority: 4 })
    queue.done('a')
    await clock.advance(10)
    expect(takeAll()).toEqual(['b', 'a', 'c'])
  })

  it('keeps the priority of a request while held, whatever is asked for later at a lower one', () => {
    const { queue, takeAll } = open()
    queue.add('a')
    queue.take()
    queue.add('a', { priority: 5 })
    queue.addAfter('a', 10)
    queue.add('b', { priority: 4 })
    queue.done('a')
    expect(takeAll()).toEqual(['a', 'b'])
  })

  it('takes what has waited long before newcomers of a higher priority: nothing starves', async () => {
    const { clock, queue } = open({ agingMs: 100 })
    queue.add('old', { priority: -100 })
    queue.add('first')
    const taken: (string | undefined)[] = []
    for (let round = 0; round < 200 && !taken.includes('old'); round += 1) {
      queue.add(`new-${round}`)
      await clock.advance(100)
      const key = queue.take()
      taken.push(key)
      if (key !== undefined) queue.done(key)
    }
    expect(taken.indexOf('old')).toBeGreaterThan(90)
    expect(taken.indexOf('old')).toBeLessThan(110)
  })

  it('never moves a key back by raising it: the wait so far counts', async () => {
    const { clock, queue, takeAll } = open({ agingMs: 100 })
    queue.add('old', { priority: -1 })
    await clock.advance(500)
    queue.add('newer')
    await clock.advance(500)
    queue.add('old')
    expect(takeAll()).toEqual(['old', 'newer'])
  })

  it('lets nothing but priority count if aging is off', async () => {
    const { clock, queue } = open({ agingMs: Number.POSITIVE_INFINITY })
    queue.add('old', { priority: -1 })
    await clock.advance(YEAR)
    queue.add('new')
    expect(queue.take()).toBe('new')
  })
})

describe('retries', () => {
  it('waits 1, 2, 4, 8, 16 s and so on up to 5 min (F29, F32)', async () => {
    const { clock, queue } = open(NO_JITTER)
    const delays: number[] = []
    for (let failure = 0; failure < 12; failure += 1) {
      const delay = queue.retry('a')
      delays.push(delay / 1_000)
      await clock.advance(delay)
      expect(queue.take()).toBe('a')
      queue.done('a')
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  })

  it('begins anew once a key was forgotten', async () => {
    const { clock, queue } = open(NO_JITTER)
    await clock.advance(queue.retry('a'))
    await clock.advance(queue.retry('a'))
    expect(queue.failures('a')).toBe(2)
    queue.forget('a')
    expect(queue.failures('a')).toBe(0)
    expect(queue.retry('a')).toBe(1_000)
  })

  it('leaves part of each delay to chance, within its bounds', () => {
    const { queue } = open({ backoff: { firstMs: 1_000, jitter: 0.5 } })
    const delays = Array.from({ length: 100 }, (_, index) => queue.retry(`k${index}`))
    expect(Math.min(...delays)).toBeGreaterThan(500)
    expect(Math.max(...delays)).toBeLessThanOrEqual(1_000)
    expect(new Set(delays).size).toBeGreaterThan(90)
  })

  it('counts one failure per window, so that an event storm does not inflate the delay (trap: early retries counted)', async () => {
    const { clock, queue } = open({ backoff: { firstMs: 10_000, jitter: 0, earlyMs: 100 } })
    const first = queue.retry('a')
    for (let event = 0; event < 50; event += 1) {
      queue.add('a')
      await clock.advance(100)
      expect(queue.take()).toBe('a')
      queue.retry('a')
      queue.done('a')
    }
    expect(queue.failures('a')).toBe(1)
    expect(queue.describe().delayed).toEqual([{ key: 'a', priority: 0, dueInMs: first - 5_000 }])
  })

  it('holds runs of a failing key that events ask for to a bounded rate (trap: hot loop on own status writes)', async () => {
    const { clock, queue } = open({ backoff: { firstMs: 60_000, jitter: 0, earlyMs: 1_000 } })
    let runs = 0
    queue.add('a')
    for (let step = 0; step < 100; step += 1) {
      const key = queue.take()
      if (key !== undefined) {
        runs += 1
        queue.add('a') // the event of what the reconciler wrote itself
        queue.retry('a')
        queue.done('a')
      }
      await clock.advance(100)
    }
    expect(runs).toBe(10)
  })

  it('runs a failing key at once when it wants something new', () => {
    const { queue } = open(NO_JITTER)
    queue.retry('a')
    queue.add('a')
    expect(queue.take()).toBeUndefined()
    queue.forget('a')
    queue.add('a')
    expect(queue.take()).toBe('a')
  })

  it('holds all retries together to a rate, if told to (F33)', () => {
    const { queue } = open({ ...NO_JITTER, overall: { perSecond: 1, burst: 2 } })
    const delays = ['a', 'b', 'c', 'd', 'e'].map((key) => queue.retry(key))
    expect(delays).toEqual([1_000, 1_000, 1_000, 2_000, 3_000])
  })
})
