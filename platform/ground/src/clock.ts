/** A wait that can be called off. */
export interface Timer {
  cancel(): void
}

/** Time, as it is handed to whatever needs it. Nothing else in platform or apps reads a clock. */
export interface Clock {
  /** Milliseconds since 1970. May step; for records, never for waiting. */
  now(): number
  /** Milliseconds from some fixed point, never going back; for deadlines. */
  monotonic(): number
  /** Calls back once, `ms` from now; any length, also beyond the 24 days of a plain timer. */
  after(ms: number, callback: () => void): Timer
  /** Calls back when everything that is ready in this turn of the event loop has run. */
  turn(callback: () => void): void
}

/** setTimeout takes 32 bits and fires at once beyond them. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, callback) => {
    const due = performance.now() + ms
    let handle: NodeJS.Timeout
    const arm = (): void => {
      const left = Math.max(0, due - performance.now())
      handle = left > LONGEST_TIMEOUT_MS ? setTimeout(arm, LONGEST_TIMEOUT_MS) : setTimeout(callback, left)
    }
    arm()
    return { cancel: () => clearTimeout(handle) }
  },
  turn: (callback) => void setImmediate(callback),
}

/** Resolves after `ms`; rejects with the signal's reason if that comes first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = (): void => {
      timer.cancel()
      reject(signal?.reason)
    }
    const timer = clock.after(ms, () => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    })
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
