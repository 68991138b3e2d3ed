import { seededRandom, VirtualClock } from '@reeve/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WorkQueue } from '../queue/work-queue.ts'
import { ControllerLoop } from './controller-loop.ts'
import { after, done, fail, type Outcome, retry } from './outcome.ts'

const step = fc.record({
  key: fc.constantFrom('a', 'b', 'c'),
  waitMs: fc.nat(30),
  workMs: fc.nat(60),
  ends: fc.constantFrom<'done' | 'after' | 'retry' | 'throw' | 'fail'>(
    'done',
    'after',
    'retry',
    'throw',
    'fail',
  ),
})

function answer(ends: 'done' | 'after' | 'retry' | 'throw' | 'fail'): Outcome {
  if (ends === 'throw') throw new Error('no')
  return { done, after: after(20), retry: retry('no'), fail: fail('no') }[ends]
}

describe('a controller under any mixture of events, durations and outcomes', () => {
  it('looks after each last change, at one key once at a time, comes to rest, and stops with nothing left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        async (steps, concurrency) => {
          const clock = new VirtualClock()
          const queue = new WorkQueue({
            clock,
            random: seededRandom(1),
            backoff: { firstMs: 10, maxMs: 40, earlyMs: 5 },
          })
          const version = new Map<string, number>()
          const seen = new Map<string, number>()
          const running = new Set<string>()
          const broken: string[] = []
          const plans = steps.map(({ workMs, ends }) => ({ workMs, ends }))
          const loop = new ControllerLoop<string>({
            name: 'model',
            queue,
            clock,
            concurrency,
            reconcile: async (key, { signal }) => {
              expect(running).not.toContain(key)
              expect(running.size).toBeLessThan(concurrency)
              running.add(key)
              seen.set(key, version.get(key) ?? 0)
              const { workMs, ends } = plans.shift() ?? { workMs: 0, ends: 'done' }
              if (workMs > 0) await new Promise<void>((resolve) => clock.after(workMs, resolve))
              if (signal.aborted) broken.push('called off in time')
              running.delete(key)
              return answer(ends)
            },
          })
          const abort = new AbortController()
          const ended = loop.run(abort.signal)
          for (const { key, waitMs } of steps) {
            version.set(key, (version.get(key) ?? 0) + 1)
            loop.enqueue(key)
            await clock.advance(waitMs)
          }
          await clock.advance(5_000)
          expect(broken).toEqual([])
          expect(seen).toEqual(version)
          expect(queue.describe()).toMatchObject({ ready: [], delayed: [], processing: [] })
          expect(clock.timers).toBe(0)
          abort.abort()
          await ended
          expect([loop.active, loop.stuck, clock.timers]).toEqual([0, 0, 0])
        },
      ),
      { numRuns: 60 },
    )
  })
})
