import { type Clock, type Logger, messageOf, sleep } from '@reeve/ground'
import { ClosedError, type WatchBatch } from '@reeve/ledger'
import type { Resource } from '../resources/resource.ts'
import type { ObjectStore } from './object-store.ts'

export interface FollowOptions {
  readonly store: Pick<ObjectStore, 'watch'>
  readonly resource: Resource
  readonly clock: Clock
  readonly logger: Logger
  readonly signal: AbortSignal
  /** Looks at everything there is and says as of which revision; also what is done when something has gone wrong. */
  readonly lookAtAll: () => Promise<number>
  readonly take: (batch: WatchBatch) => Promise<void>
}

/** How long to wait before looking again after something has gone wrong. */
const AGAIN_MS = 500

/** Hands on every change of a resource after a revision until the signal fires. Never throws. */
export async function followChanges(after: number, options: FollowOptions): Promise<void> {
  const { store, resource, clock, logger, signal, take } = options
  let from = after + 1
  while (!signal.aborted) {
    try {
      for await (const batch of store.watch(resource, '', { from, previous: true, signal })) {
        await take(batch)
        from = batch.revision + 1
      }
    } catch (error) {
      if (signal.aborted || error instanceof ClosedError) return
      logger.warn('cannot follow', { resource: resource.resource, reason: messageOf(error) })
      await sleep(clock, AGAIN_MS, signal).catch(() => {})
      // If this fails as well, the next round begins where this one ended.
      from = await options.lookAtAll().then(
        (revision) => revision + 1,
        () => from,
      )
    }
  }
}
