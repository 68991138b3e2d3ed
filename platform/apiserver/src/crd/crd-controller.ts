import { type Logger, messageOf } from '@reeve/ground'
import type { JsonObject } from '../json/json-value.ts'
import { type ApiObject, timestamp, withMeta } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { Services } from '../server/services.ts'
import { decodeObject } from '../storage/object-codec.ts'
import { crdResources } from './crd-resources.ts'
import { CLEANUP } from './crd-strategy.ts'
import { objectAt } from './definition-parts.ts'

/** Serves what definitions define: accepts names, says that they are established, and clears away what is going. */
export class CrdController {
  readonly #services: Services
  readonly #definitions: Resource
  readonly #logger: Logger
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(services: Services, definitions: Resource, logger: Logger) {
    this.#services = services
    this.#definitions = definitions
    this.#logger = logger
  }

  /** Resolves once everything that is defined already is served. */
  async start(): Promise<void> {
    const { store } = this.#services
    const { objects, revision } = await store.list(this.#definitions, { namespace: '' })
    for (const definition of objects) await this.#look(definition)
    this.#running = this.#follow(revision + 1)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #follow(from: number): Promise<void> {
    const { signal } = this.#stop
    const watch = this.#services.store.watch(this.#definitions, '', { from, previous: true, signal })
    for await (const { revision, events } of watch) {
      for (const event of events) {
        const entry = event.type === 'put' ? event.entry : event.previous
        if (entry === undefined) continue
        const definition = decodeObject(entry, revision)
        await (event.type === 'put' ? this.#look(definition) : this.#forget(definition))
      }
    }
  }

  async #look(definition: ApiObject): Promise<void> {
    try {
      const going = definition.metadata.deletionTimestamp !== undefined
      const resources = crdResources(definition)
      const { group, plural } = nameOf(definition)
      this.#services.registry.setCustom(group, plural, resources)
      if (going) await this.#clear(definition, resources[0])
      else await this.#establish(definition)
    } catch (error) {
      this.#logger.error('cannot serve definition', {
        name: definition.metadata.name,
        reason: messageOf(error),
      })
    }
  }

  #forget(definition: ApiObject): void {
    const { group, plural } = nameOf(definition)
    this.#services.registry.setCustom(group, plural, [])
  }

  async #establish(definition: ApiObject): Promise<void> {
    const status = objectAt(definition, 'status')
    const names = objectAt(objectAt(definition, 'spec'), 'names')
    if (Array.isArray(status.conditions) && definition.metadata.finalizers?.includes(CLEANUP)) return
    const now = timestamp(this.#services.clock.now())
    const condition = (type: string, reason: string, message: string): JsonObject => ({
      type,
      status: 'True',
      lastTransitionTime: now,
      reason,
      message,
    })
    const established = {
      ...withMeta(definition, {
        finalizers: [...new Set([...(definition.metadata.finalizers ?? []), CLEANUP])],
      }),
      status: {
        ...status,
        acceptedNames: names,
        conditions: [
          condition('NamesAccepted', 'NoConflicts', 'no conflicts found'),
          condition('Established', 'InitialNamesAccepted', 'the initial names have been accepted'),
        ],
      },
    } as ApiObject
    await this.#services.store.replace(this.#definitions, established)
  }

  /** Removes every object of the kind, then lets the definition go. */
  async #clear(definition: ApiObject, resource: Resource | undefined): Promise<void> {
    const { store } = this.#services
    if (resource !== undefined) {
      for (const object of (await store.list(resource, { namespace: '' })).objects)
        await store.remove(resource, object)
    }
    const finalizers = (definition.metadata.finalizers ?? []).filter((name) => name !== CLEANUP)
    if (finalizers.length === 0) await store.remove(this.#definitions, definition)
    else await store.replace(this.#definitions, withMeta(definition, { finalizers }))
  }
}

function nameOf(definition: ApiObject): { readonly group: string; readonly plural: string } {
  const spec = objectAt(definition, 'spec')
  return { group: String(spec.group), plural: String(objectAt(spec, 'names').plural) }
}
