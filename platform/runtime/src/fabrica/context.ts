import type { Resource } from './resource.ts'

/** Goes first into every call, as Fabrica has it: tells when to give up. */
export interface Context {
  readonly signal: AbortSignal
}

/** The context within one reconcile. */
export interface ReconcileScope extends Context {
  /** Which controller reconciles. */
  readonly controller: string
  /** What is being reconciled. */
  readonly subject: Pick<Resource, 'kind' | 'uid'>
}

/** A context that never gives up, for the outermost call of a program. */
export const background: Context = Object.freeze({ signal: new AbortController().signal })
