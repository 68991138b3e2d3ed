import { type Clock, ReeveError, sleep } from '@reeve/ground'
import type { JsonObject } from '../json/json-value.ts'
import type { ChaosRates } from './chaos-rates.ts'
import type { Cut } from './plan-faults.ts'
import type { Chance } from './seeded-chance.ts'

/** The stream breaks off in the middle, as a lost connection does. The door closes the connection without an end. */
export class WatchBrokenOff extends ReeveError {
  readonly code = 'API_CHAOS_BROKEN_OFF'
  constructor() {
    super('cannot go on with watch: broken off by chaos', { retryable: true })
  }
}

export interface Disturbance {
  readonly cut: Cut | undefined
  readonly chance: Chance
  readonly rates: ChaosRates
  readonly clock: Clock
  /** Fires when whoever asked has gone. */
  readonly signal: AbortSignal
  /** Lets go of the stream that is disturbed. */
  readonly stop: () => void
  /** What is sent before an end by `expired`. */
  readonly expired: () => JsonObject
  /** Told each fault. */
  readonly injected: (fault: string) => void
}

/**
 * The same events in the same order, some late, some twice, perhaps ending early. Never one left out before the end,
 * never an older state of an object after a newer one; bookmarks come once and only after all that they vouch for.
 */
export async function* disturbWatch(
  events: AsyncIterable<JsonObject>,
  disturbance: Disturbance,
): AsyncGenerator<JsonObject> {
  const { cut, clock, stop } = disturbance
  const iterator = events[Symbol.asyncIterator]()
  let due = false
  const timer =
    cut &&
    clock.after(cut.afterMs, () => {
      due = true
      stop()
    })
  try {
    for (let count = 0; ; count += 1) {
      if (cut !== undefined && (due || count >= cut.afterEvents)) return yield* end(cut, disturbance)
      const next = await iterator.next()
      if (next.done === true) {
        if (due) continue
        return
      }
      yield* disturbed(next.value, disturbance)
    }
  } finally {
    timer?.cancel()
    stop()
    void iterator.return?.().catch(() => {})
  }
}

function* end({ how }: Cut, { injected, expired }: Disturbance): Generator<JsonObject> {
  injected(`watch-${how}`)
  if (how === 'broken') throw new WatchBrokenOff()
  if (how === 'expired') yield expired()
}

async function* disturbed(event: JsonObject, disturbance: Disturbance): AsyncGenerator<JsonObject> {
  const { chance, rates, clock, signal, injected } = disturbance
  const [late, long, twice] = [chance(), chance(), chance()]
  if (late < rates.delay) {
    injected('event-delayed')
    await sleep(clock, Math.ceil(long * rates.delayMs), signal).catch(() => {})
    if (signal.aborted) return
  }
  yield event
  // A state that is told twice is what a client sees that resumes from a version before it.
  if (twice < rates.duplicate && ['ADDED', 'MODIFIED', 'DELETED'].includes(String(event.type))) {
    injected('event-duplicated')
    yield event
  }
}
