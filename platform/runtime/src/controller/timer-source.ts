import { type Clock, type Logger, messageOf, realClock, silentLogger, type Timer } from '@reeve/ground'
import { type Duration, millisecondsOf } from './duration.ts'
import type { Source } from './source.ts'

export interface TimerSourceOptions<Key> {
  readonly every: Duration
  /** The keys to ask for at each ring. */
  readonly keys: () => Iterable<Key>
  /** Whether it also rings at the start. Default: true. */
  readonly atStart?: boolean
  readonly priority?: number
  readonly clock?: Clock
  /** Told when the keys could not be said at a ring; the next ring asks again. */
  readonly logger?: Logger
}

/** Asks for keys again and again, at a steady pace from its start. */
export function timerSource<Key>(options: TimerSourceOptions<Key>): Source<Key> {
  const { keys, atStart = true, priority = 0, clock = realClock, logger = silentLogger } = options
  const every = Math.max(1, millisecondsOf(options.every))
  return {
    start: async (enqueue, signal) => {
      if (signal.aborted) return
      const ring = (): void => {
        for (const key of keys()) enqueue(key, { priority, reason: 'timer' })
      }
      let due = clock.monotonic()
      let timer: Timer
      const arm = (): void => {
        const now = clock.monotonic()
        // After a pause of the process, rings that were missed are not made up for.
        due += every * Math.max(1, Math.ceil((now - due) / every))
        timer = clock.after(due - now, () => {
          arm()
          try {
            ring()
          } catch (error) {
            logger.error('timer source has no keys', { error: messageOf(error) })
          }
        })
      }
      if (atStart) ring()
      arm()
      signal.addEventListener('abort', () => timer.cancel(), { once: true })
    },
  }
}
