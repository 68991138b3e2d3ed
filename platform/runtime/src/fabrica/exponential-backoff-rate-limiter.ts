import { type Duration, millisecondsOf } from '../controller/duration.ts'
import { Backoff, type BackoffOptions } from '../queue/backoff.ts'
import { WorkQueue, type WorkQueueOptions } from '../queue/work-queue.ts'

/** Doubles the delay with each failure, from a base to a maximum; 1 s to 5 min unless told otherwise. */
export class ExponentialBackoffRateLimiter extends Backoff {
  /** What a queue needs to keep to the same delays. */
  readonly delays: Pick<BackoffOptions, 'firstMs' | 'maxMs' | 'jitter'>

  constructor(base: Duration = '1s', max: Duration = '5m', options: Pick<BackoffOptions, 'clock'> = {}) {
    const delays = { firstMs: millisecondsOf(base), maxMs: millisecondsOf(max), jitter: 0 }
    super({ ...options, ...delays })
    this.delays = delays
  }
}

/** A work queue whose failed keys wait as the limiter says. */
export class RateLimitedWorkQueue<Key = string> extends WorkQueue<Key> {
  constructor(limiter: ExponentialBackoffRateLimiter, options: Omit<WorkQueueOptions<Key>, 'backoff'> = {}) {
    super({ ...options, backoff: limiter.delays })
  }
}
