import type { Source } from '../controller/source.ts'
import type { CloudEvent } from './cloud-event.ts'
import type { EventBus } from './event-bus.ts'

export interface BusSourceOptions<Key> {
  readonly bus: EventBus
  /** Default: `**`, everything. */
  readonly pattern?: string
  /** The key that an event asks for; `undefined`: none of ours. */
  readonly keyOf: (event: CloudEvent) => Key | undefined
  /** The controller that is woken; what its own reconcilers tell about a resource does not wake it for that resource. */
  readonly controller: string
}

/** Wakes a controller by events. */
export function busSource<Key>(options: BusSourceOptions<Key>): Source<Key> {
  const { bus, pattern = '**', keyOf, controller } = options
  return {
    start: async (enqueue, signal) => {
      if (signal.aborted) return
      const { unsubscribe } = bus.subscribe(pattern, (event) => {
        // Whatever it did, it knows. Without this a reconciler that tells about itself would run for ever.
        if (event.reconciledby === ownMark(controller, event)) return
        const key = keyOf(event)
        if (key !== undefined) enqueue(key, { reason: event.type })
      })
      signal.addEventListener('abort', unsubscribe, { once: true })
    },
  }
}

/** What an event carries that a controller tells while it reconciles the very resource that the event is about. */
export function ownMark(
  controller: string,
  { resourcekind, resourceuid }: Pick<CloudEvent, 'resourcekind' | 'resourceuid'>,
): string {
  return `${controller}/${resourcekind}/${resourceuid}`
}
