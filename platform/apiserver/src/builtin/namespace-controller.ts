import type { Logger } from '@reeve/ground'
import type { WatchBatch } from '@reeve/ledger'
import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { type ApiObject, timestamp } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { OwnRequests } from '../server/own-requests.ts'
import type { Services } from '../server/services.ts'
import { followChanges } from '../storage/follow-changes.ts'
import { decodeObject } from '../storage/object-codec.ts'
import { KeyedWork } from './keyed-work.ts'
import { type Remaining, remainingConditions, withConditions } from './remaining-content.ts'

const AGAIN_MS = 250
/** One that takes long must not keep the others waiting. */
const WIDTH = 4
const ACCOUNT = 'default'
const AUTHORITY = 'kube-root-ca.crt'
/** As the real controller manager has it. */
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

export interface NamespaceControllerOptions {
  readonly services: Services
  readonly namespaces: Resource
  readonly logger: Logger
  /** The authority that clients in a namespace are to trust, as PEM. */
  readonly rootCa: string
  readonly own: OwnRequests
}

/** Gives namespaces what clients expect in them, empties those that are going, and lets them go once nothing is left. */
export class NamespaceController {
  readonly #services: Services
  readonly #namespaces: Resource
  readonly #logger: Logger
  readonly #options: NamespaceControllerOptions
  readonly #stop = new AbortController()
  readonly #work: KeyedWork
  #running: Promise<unknown> = Promise.resolve()

  constructor(options: NamespaceControllerOptions) {
    this.#options = options
    this.#services = options.services
    this.#namespaces = options.namespaces
    this.#logger = options.logger
    const { clock } = options.services
    const run = (name: string): Promise<void> => this.#keep(name)
    this.#work = new KeyedWork({ clock, logger: options.logger, width: WIDTH, run })
  }

  async start(): Promise<void> {
    const { store, clock, registry } = this.#services
    const common = { store, clock, logger: this.#logger, signal: this.#stop.signal }
    const lookAtAll = (): Promise<number> => this.#lookAtAll()
    const first = await lookAtAll()
    const follow = (resource: Resource, take: (batch: WatchBatch) => Promise<void>): Promise<void> =>
      followChanges(first, { ...common, resource, lookAtAll, take })
    const core = { group: '', version: 'v1' }
    this.#running = Promise.all([
      follow(this.#namespaces, (batch) => this.#take(batch)),
      follow(registry.get(core, 'serviceaccounts'), (batch) => this.#mend(batch, `/${ACCOUNT}`)),
      follow(registry.get(core, 'configmaps'), (batch) => this.#mend(batch, `/${AUTHORITY}`)),
    ])
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#work.stop()
    await this.#running
  }

  async #lookAtAll(): Promise<number> {
    const { objects, revision } = await this.#services.store.list(this.#namespaces, { namespace: '' })
    for (const { metadata } of objects) this.#work.add(metadata.name)
    await this.#work.rest()
    return revision
  }

  async #take({ revision, events }: WatchBatch): Promise<void> {
    for (const event of events)
      if (event.type === 'put') this.#work.add(decodeObject(event.entry, revision).metadata.name)
  }

  /** Brings back what clients expect in a namespace when somebody has taken it away or changed it. */
  async #mend({ revision, events }: WatchBatch, name: string): Promise<void> {
    for (const event of events.filter(({ key }) => key.endsWith(name))) {
      const namespace = event.key.slice(0, -name.length).split('/').at(-1) ?? ''
      if (event.type === 'delete') this.#work.add(namespace)
      else await this.#keepAuthority(decodeObject(event.entry, revision))
    }
  }

  async #keepAuthority({ kind, metadata, data }: ApiObject): Promise<void> {
    const { own, rootCa } = this.#options
    const wanted = { 'ca.crt': rootCa }
    if (kind !== 'ConfigMap' || metadata.deletionTimestamp !== undefined || isSame(data, wanted)) return
    const resource = this.#services.registry.get({ group: '', version: 'v1' }, 'configmaps')
    const { namespace = '', name, uid = '' } = metadata
    await own.patch(resource, { namespace, name, uid }, { data: { ...cleared(data), ...wanted } })
  }

  async #keep(name: string): Promise<void> {
    const namespace = await this.#services.store.get(this.#namespaces, '', name)
    if (namespace === undefined) return
    if (namespace.metadata.deletionTimestamp === undefined) await this.#furnish(name)
    else await this.#end(name)
  }

  async #furnish(namespace: string): Promise<void> {
    const { rootCa } = this.#options
    await this.#make(namespace, 'serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: ACCOUNT },
    })
    const annotations = { 'kubernetes.io/description': DESCRIPTION }
    const metadata = { name: AUTHORITY, annotations }
    await this.#make(namespace, 'configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { 'ca.crt': rootCa },
    })
  }

  async #make(namespace: string, plural: string, object: JsonObject): Promise<void> {
    const resource = this.#services.registry.find({ group: '', version: 'v1' }, plural)
    if (resource !== undefined) await this.#options.own.make(resource, namespace, object)
  }

  /** Lets a namespace go once it is empty, and says meanwhile what it waits for. */
  async #end(name: string): Promise<void> {
    const left = await this.#empty(name)
    if (left.length === 0) return this.#finish(name)
    await this.#report(name, left)
    this.#work.later(name, AGAIN_MS)
  }

  /** Deletes everything as anyone would; what has finalizers stays until they are gone, and is handed back. */
  async #empty(namespace: string): Promise<readonly Remaining[]> {
    const { store, registry } = this.#services
    const left: Remaining[] = []
    for (const resource of registry.stored().filter(({ namespaced }) => namespaced)) {
      for await (const { objects } of store.pages(resource, namespace)) {
        for (const { metadata } of objects) {
          const { name, uid = '', deletionTimestamp } = metadata
          if (deletionTimestamp === undefined)
            await this.#options.own.remove(resource, { namespace, name, uid }, 'Background')
          if ((await store.get(resource, namespace, name))?.metadata.uid === uid)
            left.push({ resource, finalizers: metadata.finalizers ?? [] })
        }
      }
    }
    return left
  }

  async #report(name: string, left: readonly Remaining[]): Promise<void> {
    const { store, clock } = this.#services
    const namespace = await store.get(this.#namespaces, '', name)
    if (namespace?.metadata.deletionTimestamp === undefined) return
    const reported = withConditions(namespace, remainingConditions(left), timestamp(clock.now()))
    if (reported !== namespace) await store.replace(this.#namespaces, reported)
  }

  async #finish(name: string): Promise<void> {
    const { store } = this.#services
    const namespace = await store.get(this.#namespaces, '', name)
    if (namespace?.metadata.deletionTimestamp === undefined) return
    if ((namespace.metadata.finalizers ?? []).length === 0) await store.remove(this.#namespaces, namespace)
    else if (isHeld(namespace)) await store.replace(this.#namespaces, { ...namespace, spec: {} })
  }
}

/** Whether it is held by its content, and not only by what others have put on it. */
function isHeld({ spec }: ApiObject): boolean {
  return isObject(spec) && isList(spec.finalizers) && spec.finalizers.length > 0
}

/** Every member taken away, for a merge patch. */
function cleared(data: JsonValue | undefined): JsonObject {
  return Object.fromEntries(Object.keys(isObject(data) ? data : {}).map((key) => [key, null]))
}
