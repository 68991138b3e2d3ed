import { type Clock, type Logger, messageOf, sleep } from '@reeve/ground'
import { ClosedError, type WatchBatch } from '@reeve/ledger'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import { decodeObject } from './object-codec.ts'
import type { ObjectStore } from './object-store.ts'

export interface FollowedObjectsOptions {
  readonly store: ObjectStore
  readonly resource: Resource
  readonly clock: Clock
  readonly logger: Logger
}

/** How long to wait before looking again after a watch has broken off. */
const AGAIN_MS = 500

/** All objects of one resource as they are now: listed once, then followed. For kinds of which there are few. */
export class FollowedObjects {
  readonly #options: FollowedObjectsOptions
  readonly #stop = new AbortController()
  readonly #objects = new Map<string, ApiObject>()
  #running: Promise<void> = Promise.resolve()
  #edition = 0

  constructor(options: FollowedObjectsOptions) {
    this.#options = options
  }

  /** Resolves once everything that is there is known. */
  async start(): Promise<void> {
    const revision = await this.#list()
    this.#running = this.#follow(revision)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** Another number after every change, for what is worked out from the objects and kept. */
  get edition(): number {
    return this.#edition
  }

  get size(): number {
    return this.#objects.size
  }

  get(namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(`${namespace}/${name}`)
  }

  /** In no particular order. */
  all(): Iterable<ApiObject> {
    return this.#objects.values()
  }

  async #list(): Promise<number> {
    const { store, resource } = this.#options
    const { objects, revision } = await store.list(resource, { namespace: '' })
    this.#objects.clear()
    for (const object of objects) this.#objects.set(nameOf(object), object)
    this.#edition += 1
    return revision
  }

  async #follow(listed: number): Promise<void> {
    const { signal } = this.#stop
    const { store, resource, clock, logger } = this.#options
    let from: number | undefined = listed + 1
    while (!signal.aborted) {
      try {
        from ??= (await this.#list()) + 1
        for await (const batch of store.watch(resource, '', { from, previous: true, signal })) {
          this.#take(batch)
          from = batch.revision + 1
        }
      } catch (error) {
        if (signal.aborted || error instanceof ClosedError) return
        logger.warn('cannot follow', { resource: resource.resource, reason: messageOf(error) })
        from = undefined
        await sleep(clock, AGAIN_MS, signal).catch(() => {})
      }
    }
  }

  #take({ revision, events }: WatchBatch): void {
    for (const event of events) {
      const entry = event.type === 'put' ? event.entry : event.previous
      if (entry === undefined) continue
      const object = decodeObject(entry, revision)
      if (event.type === 'put') this.#objects.set(nameOf(object), object)
      else this.#objects.delete(nameOf(object))
    }
    this.#edition += 1
  }
}

function nameOf({ metadata }: ApiObject): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`
}
