import type { Clock } from '@reeve/ground'
import { SourceError } from '../errors.ts'
import type { Enqueue, Source } from './source.ts'

export interface StartSourcesOptions<Key> {
  /** The controller that they feed. */
  readonly name: string
  readonly sources: readonly Source<Key>[]
  readonly enqueue: Enqueue<Key>
  /** How long they may take together. */
  readonly startMs: number
  readonly clock: Clock
  /** Ends the sources. */
  readonly signal: AbortSignal
}

/** Resolves when every source is ready, or when `stop` fires first. Rejects if one cannot start, or in time. */
export async function startSources<Key>(options: StartSourcesOptions<Key>, stop: AbortSignal): Promise<void> {
  const { name, sources, enqueue, startMs, clock, signal } = options
  if (stop.aborted) return
  const early = Promise.withResolvers<void>()
  const timer = clock.after(startMs, () => early.reject(new Error(`sources not ready within ${startMs} ms`)))
  const stopped = (): void => early.resolve()
  stop.addEventListener('abort', stopped, { once: true })
  try {
    const starts = sources.map(async (source) => source.start(enqueue, signal))
    await Promise.race([Promise.all(starts), early.promise])
  } catch (cause) {
    throw new SourceError(name, cause)
  } finally {
    timer.cancel()
    stop.removeEventListener('abort', stopped)
  }
}
