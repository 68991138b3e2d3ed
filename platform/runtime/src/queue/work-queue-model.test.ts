import { VirtualClock } from '@reeve/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WorkQueue } from './work-queue.ts'

const AGING = 10

interface Waiting {
  readonly key: string
  priority: number
  readyAt: number
  order: number
}

/** What a queue is, as plainly as it can be said: lists, searched from end to end. */
class NaiveQueue {
  now = 0
  #order = 0
  ready: Waiting[] = []
  delayed: { key: string; priority: number; due: number; order: number }[] = []
  processing = new Map<string, { dirty?: number }>()

  add(key: string, priority: number): void {
    const late = this.delayed.find((each) => each.key === key)
    this.delayed = this.delayed.filter((each) => each !== late)
    const wanted = Math.max(priority, late?.priority ?? priority)
    const held = this.processing.get(key)
    if (held) {
      held.dirty = Math.max(wanted, held.dirty ?? wanted)
      return
    }
    this.#order += 1
    const waiting = this.ready.find((each) => each.key === key)
    if (waiting === undefined) {
      this.ready.push({ key, priority: wanted, readyAt: this.now, order: this.#order })
    } else if (
      wanted > waiting.priority &&
      wanted * AGING - this.now > waiting.priority * AGING - waiting.readyAt
    ) {
      Object.assign(waiting, { priority: wanted, readyAt: this.now, order: this.#order })
    }
  }

  addAfter(key: string, ms: number, priority: number): void {
    if (ms === 0) return this.add(key, priority)
    const held = this.processing.get(key)
    if (this.ready.some((each) => each.key === key)) return
    if (held?.dirty !== undefined) {
      held.dirty = Math.max(held.dirty, priority)
      return
    }
    const late = this.delayed.find((each) => each.key === key)
    const due = this.now + ms
    this.#order += 1
    if (late === undefined) this.delayed.push({ key, priority, due, order: this.#order })
    else Object.assign(late, { due: Math.min(due, late.due), priority: Math.max(priority, late.priority) })
  }

  advance(ms: number): void {
    const until = this.now + ms
    for (;;) {
      const [next] = this.delayed
        .filter(({ due }) => due <= until)
        .sort((a, b) => a.due - b.due || a.order - b.order)
      if (next === undefined) break
      this.now = next.due
      this.delayed = this.delayed.filter((each) => each !== next)
      this.add(next.key, next.priority)
    }
    this.now = until
  }

  take(): string | undefined {
    const rank = ({ priority, readyAt }: Waiting): number => priority * AGING - readyAt
    const [next] = this.ready.toSorted((a, b) => rank(b) - rank(a) || a.order - b.order)
    if (next === undefined) return undefined
    this.ready = this.ready.filter((each) => each !== next)
    this.processing.set(next.key, {})
    return next.key
  }

  done(key: string): void {
    const dirty = this.processing.get(key)?.dirty
    this.processing.delete(key)
    if (dirty !== undefined) this.add(key, dirty)
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const priority = fc.constantFrom(-3, 0, 0, 0, 2)
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('add' as const), key, priority }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('later' as const), key, priority, ms: fc.nat(40) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('done' as const), nth: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('advance' as const), ms: fc.nat(25) }) },
)

/** Time that rings its timers without leaving the turn: thousands of steps in a moment. */
class StepClock extends VirtualClock {
  #at = 0
  #due = new Map<object, { due: number; ring: () => void }>()

  override monotonic(): number {
    return this.#at
  }

  override after(ms: number, callback: () => void) {
    const timer = { cancel: () => void this.#due.delete(timer) }
    this.#due.set(timer, { due: this.#at + ms, ring: callback })
    return timer
  }

  step(ms: number): void {
    const until = this.#at + ms
    for (;;) {
      const next = [...this.#due]
        .filter(([, { due }]) => due <= until)
        .sort(([, a], [, b]) => a.due - b.due)[0]
      if (next === undefined) break
      this.#due.delete(next[0])
      this.#at = next[1].due
      next[1].ring()
    }
    this.#at = until
  }
}

describe('WorkQueue beside a naive one', () => {
  it('hands out the same keys in the same order, none twice at once, none lost', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 120 }), (actions) => {
        const clock = new StepClock()
        const queue = new WorkQueue({ clock, agingMs: AGING })
        const model = new NaiveQueue()
        const held = new Set<string>()
        const take = (): string | undefined => {
          const taken = queue.take()
          expect(taken).toBe(model.take())
          if (taken === undefined) return undefined
          expect(held).not.toContain(taken)
          held.add(taken)
          return taken
        }
        const give = (taken: string): void => {
          held.delete(taken)
          queue.done(taken)
          model.done(taken)
        }
        for (const step of actions) {
          if (step.does === 'add') {
            queue.add(step.key, { priority: step.priority })
            model.add(step.key, step.priority)
          } else if (step.does === 'later') {
            queue.addAfter(step.key, step.ms, { priority: step.priority })
            model.addAfter(step.key, step.ms, step.priority)
          } else if (step.does === 'advance') {
            clock.step(step.ms)
            model.advance(step.ms)
          } else if (step.does === 'take') take()
          else {
            const each = [...held][step.nth]
            if (each !== undefined) give(each)
          }
          expect(queue.length).toBe(model.ready.length)
        }
        clock.step(100)
        model.advance(100)
        for (const each of [...held]) give(each)
        for (let each = take(); each !== undefined; each = take()) give(each)
        expect(queue.describe()).toMatchObject({ ready: [], delayed: [], processing: [] })
      }),
      { numRuns: 400 },
    )
  })

  it('lets every key that was asked for run after its last request, with takers that come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(key, { minLength: 1, maxLength: 30 }),
        async (scheduler, asks) => {
          const clock = new StepClock()
          const queue = new WorkQueue({ clock })
          const asked = new Map<string, number>()
          const seen = new Map<string, number>()
          const running = new Set<string>()
          const work = async (): Promise<void> => {
            for (let each = await queue.get(); each !== undefined; each = await queue.get()) {
              expect(running).not.toContain(each)
              running.add(each)
              seen.set(each, asked.get(each) ?? 0)
              await scheduler.schedule(Promise.resolve(), 'work')
              running.delete(each)
              queue.done(each)
            }
          }
          const workers = [work(), work(), work()]
          const asking = asks.map((each, index) =>
            scheduler.schedule(Promise.resolve(), 'ask').then(() => {
              asked.set(each, index + 1)
              queue.add(each)
            }),
          )
          const idle = Promise.all(asking).then(() => queue.drain())
          await scheduler.waitFor(idle)
          await Promise.all(workers)
          expect(seen).toEqual(asked)
        },
      ),
      { numRuns: 100 },
    )
  })
})
