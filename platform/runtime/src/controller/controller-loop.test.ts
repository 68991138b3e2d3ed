import { getEventListeners } from 'node:events'
import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { ReconcileTimeoutError, TerminalError } from '../errors.ts'
import { WorkQueue } from '../queue/work-queue.ts'
import { ControllerLoop, type ControllerLoopOptions } from './controller-loop.ts'
import { after, done, fail, type Outcome, retry } from './outcome.ts'
import type { Reconcile } from './reconcile.ts'

function running(reconcile: Reconcile<string>, options: Partial<ControllerLoopOptions<string>> = {}) {
  const clock = new VirtualClock()
  const queue = new WorkQueue<string>({
    clock,
    random: seededRandom(1),
    backoff: { firstMs: 1_000, maxMs: 300_000, jitter: 0 },
  })
  const told: unknown[] = []
  const hooks = {
    finished: (result: string, ms: number) => void told.push([result, ms]),
    timedOut: () => void told.push('timed out'),
    panicked: () => void told.push('panicked'),
  }
  const loop = new ControllerLoop({ name: 'devices', queue, reconcile, clock, hooks, ...options })
  const abort = new AbortController()
  const ended = loop.run(abort.signal)
  ended.catch(() => {})
  const stop = async (): Promise<void> => {
    abort.abort()
    await ended
  }
  return { clock, queue, loop, told, ended, abort, stop }
}

/** Runs that end when the test says so. */
function gated() {
  const runs: { key: string; signal: AbortSignal; end: (outcome?: Outcome) => void }[] = []
  const reconcile: Reconcile<string> = (key, { signal }) => {
    const { promise, resolve } = Promise.withResolvers<Outcome>()
    runs.push({ key, signal, end: (outcome = done) => resolve(outcome) })
    return promise
  }
  return { runs, reconcile, keys: () => runs.map(({ key }) => key) }
}

describe('outcomes', () => {
  it('looks no more at a key that is done (F11)', async () => {
    const seen: string[] = []
    const { clock, loop, told, stop } = running(async (key) => {
      seen.push(key)
      return done
    })
    loop.enqueue('a')
    await clock.advance(3_600_000)
    expect(seen).toEqual(['a'])
    expect(told).toEqual([['success', 0]])
    await stop()
  })

  it('looks again at once after after(0), and after its time after after(t) (F12, F13, F43, F47)', async () => {
    const seen: number[] = []
    const answers = [...([0, '10s', '5m'] as const).map((time) => after(time)), done]
    const { clock, loop, stop } = running(async (_, { clock: time }) => {
      seen.push(time.monotonic())
      return answers.shift() ?? done
    })
    loop.enqueue('a')
    await clock.advance(400_000)
    expect(seen).toEqual([0, 0, 10_000, 310_000])
    await stop()
  })

  it.each<[string, () => Promise<Outcome>]>([
    ['answers retry', async () => retry(new Error('no'))],
    ['rejects', () => Promise.reject(new Error('no'))],
    [
      'throws at once',
      () => {
        throw new Error('no')
      },
    ],
    // biome-ignore lint/complexity/useLiteralKeys: what is tested is a rejection without an error
    ['rejects with nothing', () => Promise['reject'](undefined)],
  ])('retries with backoff when a reconciler %s (F14, F29, F45)', async (_, attempt) => {
    const seen: (readonly [seconds: number, failures: number])[] = []
    const { clock, loop, stop } = running((_key, context) => {
      seen.push([context.clock.monotonic() / 1_000, context.failures])
      return attempt()
    })
    loop.enqueue('a')
    await clock.advance(20_000)
    expect(seen).toEqual([
      [0, 0],
      [1, 1],
      [3, 2],
      [7, 3],
      [15, 4],
    ])
    await stop()
  })

  it('does not try again what failed for good, until something changes (F46, F53)', async () => {
    const seen: number[] = []
    const { clock, loop, told, stop } = running(async (_, { clock: time }) => {
      seen.push(time.monotonic())
      if (seen.length === 1) return fail(new Error('no config'))
      throw new TerminalError('still none')
    })
    loop.enqueue('a')
    await clock.advance(3_600_000)
    loop.enqueue('a')
    await clock.advance(3_600_000)
    expect(seen).toEqual([0, 3_600_000])
    expect(told).toEqual([
      ['terminal', 0],
      ['terminal', 0],
    ])
    await stop()
  })

  it('counts failures anew after a success, and after a spec change', async () => {
    const failures: number[] = []
    const answers = [retry('1'), retry('2'), done, retry('3'), retry('4')]
    const { clock, loop, stop } = running(async (_, context) => {
      failures.push(context.failures)
      return answers.shift() ?? done
    })
    loop.enqueue('a')
    await clock.advance(10_000)
    loop.enqueue('a')
    await clock.advance(1_100)
    loop.enqueue('a', { renewed: true })
    await clock.advance(0)
    expect(failures).toEqual([0, 1, 2, 0, 1, 0])
    await stop()
  })

  it('takes an answer that is no outcome for a failure for good', async () => {
    const { clock, loop, told, stop } = running((() => undefined) as unknown as Reconcile<string>)
    loop.enqueue('a')
    await clock.advance(10_000)
    expect(told).toEqual([['terminal', 0]])
    await stop()
  })
})

describe('single flight', () => {
  it('never reconciles one key twice at once, and looks again if it was asked for meanwhile', async () => {
    const { runs, reconcile, keys } = gated()
    const { clock, loop, stop } = running(reconcile, { concurrency: 5 })
    loop.enqueue('a', { reason: 'created' })
    await clock.advance(0)
    loop.enqueue('a', { reason: 'updated' })
    loop.enqueue('b')
    await clock.advance(0)
    expect(keys()).toEqual(['a', 'b'])
    runs[0]?.end()
    await clock.advance(0)
    expect(keys()).toEqual(['a', 'b', 'a'])
    for (const { end } of runs) end()
    await stop()
  })

  it('works on as many keys at once as it may, also when that changes (F26)', async () => {
    const { runs, reconcile, keys } = gated()
    const { clock, loop, stop } = running(reconcile, { concurrency: 2 })
    for (const key of ['a', 'b', 'c', 'd', 'e']) loop.enqueue(key)
    await clock.advance(0)
    expect(keys()).toEqual(['a', 'b'])
    loop.concurrency = 3
    await clock.advance(0)
    expect(keys()).toEqual(['a', 'b', 'c'])
    expect(loop.active).toBe(3)
    loop.concurrency = 1
    runs[0]?.end()
    runs[1]?.end()
    await clock.advance(0)
    expect(loop.active).toBe(1)
    loop.concurrency = 9
    await clock.advance(0)
    for (const { end } of runs) end()
    await stop()
    expect(keys()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('takes what one turn asked for in the order of priority', async () => {
    const seen: string[] = []
    const { clock, loop, stop } = running(async (key) => {
      seen.push(key)
      return done
    })
    await clock.advance(0)
    loop.enqueue('low', { priority: -100 })
    loop.enqueue('high', { priority: 100 })
    await clock.advance(0)
    expect(seen).toEqual(['high', 'low'])
    await stop()
  })
})

describe('deadlines', () => {
  it('calls a reconcile off when its time is up, and retries it (trap: no deadline)', async () => {
    const reasons: unknown[] = []
    const { clock, loop, told, stop } = running(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason)
            reject(signal.reason)
          })
        }),
      { timeoutMs: 5_000 },
    )
    loop.enqueue('a')
    await clock.advance(6_000)
    expect(reasons[0]).toBeInstanceOf(ReconcileTimeoutError)
    expect(told).toEqual(['timed out', ['error', 5_000]])
    await clock.advance(6_000)
    expect(reasons.length).toBe(2)
    await stop()
  })

  it('gives the worker of a reconcile that hangs to others, and keeps its key to itself', async () => {
    const { runs, reconcile, keys } = gated()
    const { clock, loop, stop } = running(reconcile, { timeoutMs: 1_000, graceMs: 500 })
    loop.enqueue('hangs')
    loop.enqueue('b')
    await clock.advance(1_499)
    expect(keys()).toEqual(['hangs'])
    await clock.advance(1)
    expect(keys()).toEqual(['hangs', 'b'])
    expect(loop.stuck).toBe(1)
    runs[1]?.end()
    loop.enqueue('hangs')
    await clock.advance(60_000)
    expect(keys()).toEqual(['hangs', 'b'])
    runs[0]?.end()
    await clock.advance(0)
    expect(keys()).toEqual(['hangs', 'b', 'hangs'])
    expect(loop.stuck).toBe(0)
    runs[2]?.end()
    await stop()
  })

  it('adds no listener to a signal that outlives the reconcile (trap: listeners on long-lived signals)', async () => {
    const listeners: number[] = []
    const { clock, loop, abort, stop } = running(async () => {
      listeners.push(getEventListeners(abort.signal, 'abort').length)
      return done
    })
    for (let index = 0; index < 50; index += 1) loop.enqueue(`k${index}`)
    await clock.advance(0)
    expect(listeners).toEqual(Array(50).fill(1))
    expect(clock.timers).toBe(0)
    await stop()
    expect(getEventListeners(abort.signal, 'abort').length).toBe(0)
  })
})

describe('isolation', () => {
  it('keeps working on other keys whatever one of them throws', async () => {
    const seen: string[] = []
    const { clock, loop, told, stop } = running(async (key) => {
      seen.push(key)
      if (key === 'bad') return (undefined as unknown as { x: () => Outcome }).x()
      return done
    })
    for (const key of ['bad', 'good']) loop.enqueue(key)
    await clock.advance(0)
    expect(seen).toEqual(['bad', 'good'])
    expect(told).toEqual(['panicked', ['error', 0], ['success', 0]])
    await stop()
  })
})

describe('hooks and loggers that throw', () => {
  it('take neither the key nor the worker nor the process with them', async () => {
    const broken = (): never => {
      throw new Error('broken')
    }
    const logger = { debug: broken, info: () => {}, warn: broken, error: broken, with: () => logger }
    const seen: string[] = []
    const { clock, loop, stop } = running(
      async (key) => {
        seen.push(key)
        return retry('no')
      },
      { logger, hooks: { started: broken, finished: broken, panicked: broken, timedOut: broken } },
    )
    for (const key of ['a', 'b']) loop.enqueue(key)
    await clock.advance(1_500)
    expect(seen).toEqual(['a', 'b', 'a', 'b'])
    expect(loop.active).toBe(0)
    await stop()
  })
})
