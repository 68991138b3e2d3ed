import type { Clock, Logger } from '@reeve/ground'
import type { Outcome } from './outcome.ts'

/** What a reconciler is handed beside its key. */
export interface ReconcileContext {
  /** Fires when the time is up or the controller stops; to be passed on to whatever is waited for. */
  readonly signal: AbortSignal
  /** Failures since the key was last well; 0 the first time. */
  readonly failures: number
  /** Why the key is looked at, for logs and spans; not to decide by, as several causes come as one. */
  readonly reasons: readonly string[]
  readonly clock: Clock
  readonly logger: Logger
}

/** Looks at what a key names, compares, acts, and says when to look again. Never called twice at once for one key. */
export type Reconcile<Key> = (key: Key, context: ReconcileContext) => Promise<Outcome> | Outcome

/** How a reconcile ended, as it is counted. */
export type ReconcileResult = 'success' | 'requeue_after' | 'error' | 'terminal'

/** Told what a loop does, for metrics. */
export interface LoopHooks {
  started?(): void
  finished?(result: ReconcileResult, ms: number): void
  /** The reconciler threw what looks like a mistake in its code. */
  panicked?(): void
  timedOut?(): void
}
