import { seededRandom, VirtualClock } from '@reeve/testing'
import { describe, expect, it } from 'vitest'
import { OptionError, SourceError, StoppedError } from '../errors.ts'
import { WorkQueue } from '../queue/work-queue.ts'
import { ChannelSource } from './channel-source.ts'
import { ControllerLoop, type ControllerLoopOptions } from './controller-loop.ts'
import { after, done, type Outcome } from './outcome.ts'
import type { Reconcile } from './reconcile.ts'

function running(reconcile: Reconcile<string>, options: Partial<ControllerLoopOptions<string>> = {}) {
  const clock = new VirtualClock()
  const queue = new WorkQueue<string>({
    clock,
    random: seededRandom(1),
    backoff: { firstMs: 1_000, maxMs: 300_000, jitter: 0 },
  })
  const loop = new ControllerLoop({ name: 'devices', queue, reconcile, clock, ...options })
  const abort = new AbortController()
  const ended = loop.run(abort.signal)
  ended.catch(() => {})
  const stop = async (): Promise<void> => {
    abort.abort()
    await ended
  }
  return { clock, queue, loop, ended, abort, stop }
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

describe('start', () => {
  it('works on nothing before every source is ready', async () => {
    const ready = Promise.withResolvers<void>()
    const seen: string[] = []
    const { clock, stop } = running(
      async (key) => {
        seen.push(key)
        return done
      },
      {
        sources: [
          {
            start: async (enqueue) => {
              enqueue('early')
              await ready.promise
            },
          },
        ],
      },
    )
    await clock.advance(1_000)
    expect(seen).toEqual([])
    ready.resolve()
    await clock.advance(0)
    expect(seen).toEqual(['early'])
    await stop()
  })

  it('rejects when a source cannot start, or takes too long, and stops the others (S8)', async () => {
    let stopped = 0
    const good = {
      start: async (_: unknown, signal: AbortSignal) =>
        signal.addEventListener('abort', () => {
          stopped += 1
        }),
    }
    const bad = { start: () => Promise.reject(new Error('forbidden')) }
    const first = running(async () => done, { sources: [good, bad] })
    await expect(first.ended).rejects.toThrow(new SourceError('devices', new Error('forbidden')).message)
    const slow = { start: () => new Promise<void>(() => {}) }
    const second = running(async () => done, { sources: [good, slow], startMs: 1_000 })
    await second.clock.advance(1_000)
    await expect(second.ended).rejects.toThrow('sources not ready within 1000 ms')
    expect(stopped).toBe(2)
    expect(first.clock.timers + second.clock.timers).toBe(0)
  })

  it('can be stopped while its sources start', async () => {
    const { clock, stop } = running(async () => done, {
      sources: [{ start: () => new Promise<void>(() => {}) }],
    })
    await clock.advance(10)
    await stop()
    expect(clock.timers).toBe(0)
  })

  it('runs once', async () => {
    const { loop, stop } = running(async () => done)
    await expect(loop.run(new AbortController().signal)).rejects.toThrow(OptionError)
    await stop()
  })

  it('refuses a concurrency that is none', () => {
    expect(
      () => new ControllerLoop({ name: 'x', queue: new WorkQueue(), reconcile: () => done, concurrency: 0 }),
    ).toThrow(OptionError)
  })
})

describe('stop', () => {
  it('waits for work in flight, leaves queued keys and no timers (F30)', async () => {
    const { runs, reconcile, keys } = gated()
    const { clock, loop, abort, ended } = running(reconcile)
    for (const key of ['a', 'b']) loop.enqueue(key)
    loop.enqueue('later', { afterMs: 1_000 })
    await clock.advance(0)
    abort.abort()
    await clock.advance(1_000)
    expect(runs[0]?.signal.aborted).toBe(false)
    runs[0]?.end(after('1m'))
    await ended
    expect(keys()).toEqual(['a'])
    expect(clock.timers).toBe(0)
  })

  it('works off queued keys too, if told to (trap: queued items discarded)', async () => {
    const { runs, reconcile, keys } = gated()
    const { clock, loop, abort, ended } = running(reconcile, { finish: 'queued' })
    for (const key of ['a', 'b']) loop.enqueue(key)
    await clock.advance(0)
    abort.abort()
    runs[0]?.end()
    await clock.advance(0)
    runs[1]?.end()
    await ended
    expect(keys()).toEqual(['a', 'b'])
  })

  it('calls work off that does not end in time, and does not wait for ever', async () => {
    const { runs, reconcile } = gated()
    const { clock, loop, abort, ended } = running(reconcile, { stopMs: 1_000, graceMs: 500, timeoutMs: 1e9 })
    loop.enqueue('a')
    await clock.advance(0)
    abort.abort()
    await clock.advance(1_000)
    expect(runs[0]?.signal.reason).toBeInstanceOf(StoppedError)
    await clock.advance(500)
    await ended
  })

  it('stops its sources, and takes nothing from them any more', async () => {
    const source = new ChannelSource<string>()
    const seen: string[] = []
    const { clock, stop, queue } = running(
      async (key) => {
        seen.push(key)
        return done
      },
      { sources: [source] },
    )
    source.send('a')
    await clock.advance(0)
    await stop()
    source.send('b')
    expect(seen).toEqual(['a'])
    expect(queue.length).toBe(0)
  })
})
