import { MemoryEventBus, type MemoryEventBusOptions } from '../bus/memory-event-bus.ts'

/** The event bus in memory, made as Fabrica makes it: buffer size, then worker count. */
export class InMemoryEventBus extends MemoryEventBus {
  constructor(buffer = 1_000, workers = 10, options: Omit<MemoryEventBusOptions, 'buffer' | 'workers'> = {}) {
    super({ ...options, buffer, workers })
  }
}
