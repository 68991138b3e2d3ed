import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts'

function open(options: WorkQueueOptions<string> = {}) {
  const clock = new VirtualClock()
  return { clock, queue: new WorkQueue({ clock, random: seededRandom(1), ...options }) }
}

const NO_JITTER = { backoff: { firstMs: 1_000, maxMs: 300_000, jitter: 0 } }

describe('the end of a queue', () => {
  it('works off what was ready and waits for what is held (F30; trap: queued items discarded)', async () => {
    const { clock, queue } = open()
    for (const key of ['a', 'b', 'c']) queue.add(key)
    queue.addAfter('later', 100)
    const held = queue.take()
    queue.add('a')
    const drained = queue.drain()
    queue.add('too late')
    let ended = false
    void drained.then(() => {
      ended = true
    })
    const seen: (string | undefined)[] = [held]
    queue.done('a')
    for (let key = await queue.get(); key !== undefined; key = await queue.get()) {
      seen.push(key)
      expect(ended).toBe(false)
      queue.done(key)
    }
    await drained
    expect(seen).toEqual(['a', 'b', 'c', 'a'])
    expect(clock.timers).toBe(0)
  })

  it('hands out nothing after a shutdown, and waits for what is held', async () => {
    const { clock, queue } = open()
    queue.add('a')
    queue.add('b')
    queue.addAfter('c', 100)
    queue.take()
    queue.add('a')
    const end = queue.shutdown()
    expect(queue.take()).toBeUndefined()
    expect(await queue.get()).toBeUndefined()
    let ended = false
    void end.then(() => {
      ended = true
    })
    await clock.advance(1_000)
    expect(ended).toBe(false)
    queue.done('a')
    await end
    expect(queue.describe()).toMatchObject({ phase: 'stopped', ready: [], delayed: [], processing: [] })
    expect(clock.timers).toBe(0)
  })

  it('lets go of those who wait for a key (trap: stuck get after shutdown)', async () => {
    const stopped = open().queue
    const waiting = stopped.get()
    void stopped.shutdown()
    expect(await waiting).toBeUndefined()
    const drained = open().queue
    const alsoWaiting = drained.get()
    void drained.drain()
    expect(await alsoWaiting).toBeUndefined()
  })

  it('can be cut short while it drains', async () => {
    const { queue } = open()
    queue.add('a')
    const drained = queue.drain()
    await queue.shutdown()
    await drained
    expect(queue.take()).toBeUndefined()
  })
})

describe('hooks', () => {
  it('tell adds, depth by priority, waiting, work and retries', async () => {
    const told: unknown[] = []
    const { clock, queue } = open({
      ...NO_JITTER,
      hooks: {
        added: (priority) => told.push(['added', priority]),
        depth: (change, priority) => told.push(['depth', change, priority]),
        taken: (ms, priority) => told.push(['taken', ms, priority]),
        finished: (ms) => told.push(['finished', ms]),
        retried: (ms) => told.push(['retried', ms]),
      },
    })
    queue.add('a', { priority: -100 })
    queue.add('a', { priority: 2 })
    await clock.advance(30)
    queue.take()
    await clock.advance(40)
    queue.retry('a')
    queue.done('a')
    expect(told).toEqual([
      ['added', -100],
      ['depth', 1, -100],
      ['depth', -1, -100],
      ['depth', 1, 2],
      ['depth', -1, 2],
      ['taken', 30, 2],
      ['retried', 1_000],
      ['finished', 40],
    ])
  })

  it('leave a depth of nothing when everything is over (trap: wrong depth metrics)', async () => {
    let depth = 0
    const { clock, queue } = open({ hooks: { depth: (change) => (depth += change) } })
    queue.add('a')
    queue.add('a', { priority: 5 })
    queue.add('b')
    queue.addAfter('c', 10)
    await clock.advance(10)
    expect(depth).toBe(3)
    queue.take()
    await Promise.all([queue.shutdown(), Promise.resolve().then(() => queue.done('a'))])
    expect(depth).toBe(0)
  })
})
