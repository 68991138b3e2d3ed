/** Everything that a queue holds, for tests, health and people who look into it. */
export interface QueueState<Key> {
  readonly phase: 'open' | 'draining' | 'stopped'
  /** Those that can be taken now, in no order. */
  readonly ready: readonly { readonly key: Key; readonly priority: number; readonly waitedMs: number }[]
  readonly delayed: readonly { readonly key: Key; readonly priority: number; readonly dueInMs: number }[]
  readonly processing: readonly { readonly key: Key; readonly workedMs: number; readonly dirty: boolean }[]
  /** How many keys it knows of in any way; 0 when all is done. */
  readonly known: number
  /** How many keys failed last time. */
  readonly failing: number
}
