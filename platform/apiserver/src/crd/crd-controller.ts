import { type Logger, messageOf } from '@reeve/ground'
import type { WatchBatch } from '@reeve/ledger'
import { KeyedWork } from '../builtin/keyed-work.ts'
import { isList, isObject, isSame, type JsonObject } from '../json/json-value.ts'
import { type ApiObject, timestamp, withMeta } from '../resources/api-object.ts'
import type { Convert, Resource } from '../resources/resource.ts'
import type { OwnRequests } from '../server/own-requests.ts'
import type { Services } from '../server/services.ts'
import { followChanges } from '../storage/follow-changes.ts'
import { decodeObject } from '../storage/object-codec.ts'
import { approvalCondition } from './approval-condition.ts'
import { acceptedNames } from './checks/accepted-names.ts'
import { crdResources } from './crd-resources.ts'
import { CLEANUP } from './crd-strategy.ts'
import { objectAt } from './definition-parts.ts'

export interface CrdControllerOptions {
  readonly services: Services
  readonly definitions: Resource
  readonly own: OwnRequests
  /** How objects of a definition get from one version to another; undefined where they differ in nothing. */
  readonly converting: (definition: ApiObject) => Convert | undefined
  readonly logger: Logger
}

/** How long to wait before looking again at what a definition that is going still waits for. */
const AGAIN_MS = 250

/** Serves what definitions define: accepts names, says that they are established, and clears away what is going. */
export class CrdController {
  readonly #options: CrdControllerOptions
  readonly #known = new Map<string, ApiObject>()
  readonly #stop = new AbortController()
  readonly #clearing: KeyedWork
  #running: Promise<void> = Promise.resolve()

  constructor(options: CrdControllerOptions) {
    this.#options = options
    const { services, logger } = options
    const run = (name: string): Promise<void> => this.#clear(name)
    this.#clearing = new KeyedWork({ clock: services.clock, logger, width: 2, run })
  }

  /** Resolves once everything that is defined already is served. */
  async start(): Promise<void> {
    const { services, definitions, logger } = this.#options
    const lookAtAll = (): Promise<number> => this.#lookAtAll()
    this.#running = followChanges(await lookAtAll(), {
      store: services.store,
      clock: services.clock,
      resource: definitions,
      logger,
      signal: this.#stop.signal,
      lookAtAll,
      take: (batch) => this.#take(batch),
    })
  }

  async #lookAtAll(): Promise<number> {
    const { services, definitions } = this.#options
    const { objects, revision } = await services.store.list(definitions, { namespace: '' })
    const there = new Set(objects.map(({ metadata }) => metadata.name))
    for (const [name, definition] of this.#known) if (!there.has(name)) this.#forget(definition)
    for (const definition of objects) this.#serve(definition)
    for (const definition of objects) await this.#look(definition)
    return revision
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#clearing.stop()
    await this.#running
  }

  async #take({ revision, events }: WatchBatch): Promise<void> {
    for (const event of events) {
      const entry = event.type === 'put' ? event.entry : event.previous
      if (entry === undefined) continue
      const definition = decodeObject(entry, revision)
      await (event.type === 'put' ? this.#look(definition) : this.#forget(definition))
    }
  }

  async #look(definition: ApiObject): Promise<void> {
    if (this.#stop.signal.aborted) return
    try {
      const going = definition.metadata.deletionTimestamp !== undefined
      const status = going ? objectAt(definition, 'status') : this.#statusOf(definition)
      this.#serve({ ...definition, status })
      if (going) this.#clearing.add(definition.metadata.name)
      else if (!isSame(status, definition.status))
        await this.#options.own.writeStatus(this.#options.definitions, { ...definition, status })
    } catch (error) {
      const { name } = definition.metadata
      this.#options.logger.error('cannot serve definition', { name, reason: messageOf(error) })
    }
  }

  /** Registers what an established definition serves, if that is another than before. */
  #serve(definition: ApiObject): void {
    const { name } = definition.metadata
    const before = this.#known.get(name)
    this.#known.set(name, definition)
    if (!isEstablished(definition)) return
    const same =
      before !== undefined &&
      isEstablished(before) &&
      isSame(before.spec, definition.spec) &&
      before.metadata.uid === definition.metadata.uid &&
      before.metadata.deletionTimestamp === definition.metadata.deletionTimestamp
    if (same) return
    const convert = this.#options.converting(definition)
    const resources = crdResources(definition, convert === undefined ? {} : { convert })
    const { group, plural } = nameOf(definition)
    this.#options.services.registry.setCustom(group, plural, resources)
  }

  #forget(definition: ApiObject): void {
    this.#known.delete(definition.metadata.name)
    const { group, plural } = nameOf(definition)
    this.#options.services.registry.setCustom(group, plural, [])
    // What was wanting a name that this one had may have it now.
    for (const other of [...this.#known.values()]) if (!isEstablished(other)) void this.#lookAgain(other)
  }

  #statusOf(definition: ApiObject): JsonObject {
    const others = [...this.#known.values()].filter((each) => each.metadata.name !== definition.metadata.name)
    const { names, accepted, established } = acceptedNames(definition, others)
    const status = objectAt(definition, 'status')
    const before = (isList(status.conditions) ? status.conditions : []).filter(isObject)
    const now = timestamp(this.#options.services.clock.now())
    const approval = approvalCondition(definition)
    const said = [...(approval === undefined ? [] : [approval]), accepted, established]
    const conditions = said.map((condition) => {
      const old = before.find(({ type }) => type === condition.type)
      const unchanged = old && old.status === condition.status ? old.lastTransitionTime : undefined
      const { type, status: value, reason, message } = condition
      return { type, status: value, lastTransitionTime: unchanged ?? now, reason, message }
    })
    const rest = before.filter(({ type }) => !said.some((condition) => condition.type === type))
    return { ...status, conditions: [...conditions, ...rest] as JsonObject[], acceptedNames: names }
  }

  /** Deletes every object of the kind as anyone would, then lets the definition go. */
  async #clear(name: string): Promise<void> {
    const definition = await this.#options.services.store.get(this.#options.definitions, '', name)
    if (definition?.metadata.deletionTimestamp === undefined) return
    const { services, definitions, own } = this.#options
    const { store, registry } = services
    const { group, plural } = nameOf(definition)
    const resource = registry.findStored(group, plural)
    let left = 0
    if (resource !== undefined) {
      for await (const { objects } of store.pages(resource, '')) {
        for (const { metadata } of objects) {
          const { namespace = '', uid = '', deletionTimestamp } = metadata
          const object = { namespace, name: metadata.name, uid }
          if (deletionTimestamp === undefined) await own.remove(resource, object, 'Background')
          if ((await store.get(resource, namespace, metadata.name))?.metadata.uid === uid) left += 1
        }
      }
    }
    if (left > 0) return this.#clearing.later(name, AGAIN_MS)
    const finalizers = (definition.metadata.finalizers ?? []).filter((each) => each !== CLEANUP)
    if (finalizers.length === 0) await store.remove(definitions, definition)
    else await store.replace(definitions, withMeta(definition, { finalizers }))
  }

  async #lookAgain({ metadata: { name } }: ApiObject): Promise<void> {
    const { services, definitions } = this.#options
    const definition = await services.store.get(definitions, '', name).catch(() => undefined)
    if (definition !== undefined) await this.#look(definition)
  }
}

function isEstablished(definition: ApiObject): boolean {
  const { conditions } = objectAt(definition, 'status')
  const all = (isList(conditions) ? conditions : []).filter(isObject)
  return all.some(({ type, status }) => type === 'Established' && status === 'True')
}

function nameOf(definition: ApiObject): { readonly group: string; readonly plural: string } {
  const spec = objectAt(definition, 'spec')
  return { group: String(spec.group), plural: String(objectAt(spec, 'names').plural) }
}
