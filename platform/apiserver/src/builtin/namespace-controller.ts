import { type Logger, messageOf } from '@reeve/ground'
import type { JsonObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { Services } from '../server/services.ts'
import { decodeObject } from '../storage/object-codec.ts'

const AGAIN_MS = 250
/** As the real controller manager has it. */
const DESCRIPTION =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.'

/** Made in a namespace as anyone would make it. */
export type MakeIn = (namespace: string, plural: string, object: JsonObject) => Promise<void>

export interface NamespaceControllerOptions {
  readonly services: Services
  readonly namespaces: Resource
  readonly logger: Logger
  /** The authority that clients in a namespace are to trust, as PEM. */
  readonly rootCa: string
  readonly makeIn: MakeIn
}

/** Gives namespaces what clients expect in them, empties those that are going, and lets them go once nothing is left. */
export class NamespaceController {
  readonly #services: Services
  readonly #namespaces: Resource
  readonly #logger: Logger
  readonly #options: NamespaceControllerOptions
  readonly #stop = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: NamespaceControllerOptions) {
    this.#options = options
    this.#services = options.services
    this.#namespaces = options.namespaces
    this.#logger = options.logger
  }

  async start(): Promise<void> {
    const { store } = this.#services
    const { objects, revision } = await store.list(this.#namespaces, { namespace: '' })
    for (const namespace of objects) await this.#look(namespace)
    this.#running = this.#follow(revision + 1)
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  async #follow(from: number): Promise<void> {
    const watch = this.#services.store.watch(this.#namespaces, '', { from, signal: this.#stop.signal })
    for await (const { revision, events } of watch) {
      for (const event of events) {
        if (event.type === 'put') await this.#look(decodeObject(event.entry, revision))
      }
    }
  }

  async #look(namespace: ApiObject): Promise<void> {
    if (this.#stop.signal.aborted) return
    try {
      if (namespace.metadata.deletionTimestamp === undefined) await this.#furnish(namespace.metadata.name)
      else if (await this.#empty(namespace.metadata.name)) await this.#finish(namespace.metadata.name)
      else this.#services.clock.after(AGAIN_MS, () => void this.#look(namespace))
    } catch (error) {
      this.#logger.warn('cannot keep namespace', { name: namespace.metadata.name, reason: messageOf(error) })
    }
  }

  async #furnish(namespace: string): Promise<void> {
    const { makeIn, rootCa } = this.#options
    await makeIn(namespace, 'serviceaccounts', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'default' },
    })
    const annotations = { 'kubernetes.io/description': DESCRIPTION }
    const metadata = { name: 'kube-root-ca.crt', annotations }
    await makeIn(namespace, 'configmaps', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata,
      data: { 'ca.crt': rootCa },
    })
  }

  /** Whether nothing is left. What has finalizers stays until they are gone. */
  async #empty(namespace: string): Promise<boolean> {
    const { store, registry } = this.#services
    let left = 0
    for (const resource of registry.stored().filter(({ namespaced }) => namespaced)) {
      for (const object of (await store.list(resource, { namespace })).objects) {
        const held = (object.metadata.finalizers ?? []).length > 0
        if (held || (await store.remove(resource, object)) === undefined) left += 1
      }
    }
    return left === 0
  }

  async #finish(name: string): Promise<void> {
    const { store } = this.#services
    const namespace = await store.get(this.#namespaces, '', name)
    if (namespace?.metadata.deletionTimestamp === undefined) return
    if ((namespace.metadata.finalizers ?? []).length === 0) await store.remove(this.#namespaces, namespace)
  }
}
