import { type Duration, millisecondsOf } from './duration.ts'

/** What a reconciler answers. An error with a delay cannot be said: how long a failing key waits is the queue's business. */
export type Outcome =
  /** All is as it is wanted; look again when something changes. */
  | { readonly next: 'done' }
  /** All is well so far; look again after this time, or sooner if something changes. */
  | { readonly next: 'after'; readonly ms: number; readonly why?: string }
  /** It did not work; try again with backoff. */
  | { readonly next: 'retry'; readonly error: unknown }
  /** It cannot work until something changes; do not try again before that. */
  | { readonly next: 'fail'; readonly error: unknown }

/** All is as it is wanted. */
export const done: Outcome = Object.freeze({ next: 'done' })

/** Look again after a time, from `after('10s')` to years; `after(0)` is at once. */
export function after(duration: Duration, why?: string): Outcome {
  return { next: 'after', ms: millisecondsOf(duration), ...(why !== undefined && { why }) }
}

/** Try again with backoff. Throwing means the same. */
export function retry(error: unknown): Outcome {
  return { next: 'retry', error }
}

/** Do not try again until something changes. Throwing a `TerminalError` means the same. */
export function fail(error: unknown): Outcome {
  return { next: 'fail', error }
}

export function isOutcome(answer: unknown): answer is Outcome {
  if (typeof answer !== 'object' || answer === null || !('next' in answer)) return false
  const { next } = answer
  if (next === 'after') return 'ms' in answer && typeof answer.ms === 'number' && answer.ms >= 0
  return next === 'done' || next === 'retry' || next === 'fail'
}
