/** Told what a queue does, for metrics. Numbers only: a label per key would grow without bound. */
export interface QueueHooks {
  /** A key was asked for that did not wait already. */
  added?(priority: number): void
  /** A key became ready, or left the line: how many wait at its priority changes by one. */
  depth?(change: 1 | -1, priority: number): void
  /** A key was taken after it was ready for this long. */
  taken?(waitedMs: number, priority: number): void
  /** A key was given back after this long. */
  finished?(workedMs: number): void
  /** A key was delayed because it failed. */
  retried?(delayMs: number): void
}
