import type { ReconcileScope } from './context.ts'
import type { Resource } from './resource.ts'
import type { Result } from './result.ts'

/** The rule for one kind of resource. */
export interface Reconciler<R extends Resource = Resource> {
  getResourceKind(): string
  /** Brings a resource, loaded just now, to what it is wanted to be. What it throws is tried again with backoff. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a reconciler that answers nothing is done.
  reconcile(ctx: ReconcileScope, resource: R): Promise<Result | void>
}
