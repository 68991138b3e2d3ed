import { type Logger, messageOf, sleep } from '@reeve/ground'
import { ClosedError } from '@reeve/ledger'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { OwnRequests } from '../server/own-requests.ts'
import type { Services } from '../server/services.ts'
import { keyOfObject } from '../storage/object-codec.ts'
import { type Node, nodeOf, OwnerGraph, type OwnerReference } from './owner-graph.ts'

export interface GarbageCollectorOptions {
  readonly services: Services
  readonly logger: Logger
  readonly own: OwnRequests
}

/** How long to wait before looking again after a watch has broken off. */
const AGAIN_MS = 500
const FOREGROUND = 'foregroundDeletion'
const ORPHAN = 'orphan'

/** Takes away what has lost all its owners; first, where an owner waits for that; not at all, where it is to be orphaned. */
export class GarbageCollector {
  readonly #options: GarbageCollectorOptions
  readonly #graph = new OwnerGraph()
  readonly #stop = new AbortController()
  /** Keys of what is in the graph; most objects have no part in it and are never even read. */
  readonly #known = new Set<string>()
  #running: Promise<void> = Promise.resolve()

  constructor(options: GarbageCollectorOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    this.#running = this.#follow(await this.#lookAtAll())
  }

  /** Learns who belongs to whom from what is stored, and says from which revision on it has to follow. */
  async #lookAtAll(): Promise<number> {
    const { store, registry, clock } = this.#options.services
    const from = (await store.revision()) + 1
    this.#graph.clear()
    this.#known.clear()
    for (const resource of registry.stored()) {
      for await (const { objects } of store.pages(resource, '')) {
        for (const object of objects) {
          this.#graph.put(nodeOf(resource, object))
          this.#known.add(keyOfObject(resource, object))
        }
        await new Promise<void>((resolve) => clock.turn(resolve))
      }
    }
    return from
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#running
  }

  /** A watch that is cut, or too old, is no reason to stop: everything is looked at again. */
  async #follow(first: number): Promise<void> {
    const { services, logger } = this.#options
    const { signal } = this.#stop
    for (let from: number | undefined = first; !signal.aborted; from = undefined) {
      try {
        from ??= await this.#again()
        await this.#watch(from)
      } catch (error) {
        if (signal.aborted || error instanceof ClosedError) return
        logger.warn('cannot follow for garbage', { reason: messageOf(error) })
        await sleep(services.clock, AGAIN_MS, signal).catch(() => {})
      }
    }
  }

  async #again(): Promise<number> {
    const from = await this.#lookAtAll()
    for (const node of [...this.#graph.all()]) {
      await this.#settle(node)
      if (node.going) await this.#prepare(node)
    }
    return from
  }

  async #watch(from: number): Promise<void> {
    const { store, registry } = this.#options.services
    const matters = (key: string, value: Uint8Array): boolean => this.#known.has(key) || mentionsOwners(value)
    for await (const changes of store.watchAll(registry, { from, signal: this.#stop.signal, matters })) {
      for (const change of changes) {
        if (change.deleted) this.#known.delete(change.key)
        else this.#known.add(change.key)
        await this.#look(change.resource, change.object, change.deleted)
      }
    }
  }

  async #look(resource: Resource, object: ApiObject, deleted: boolean): Promise<void> {
    const node = nodeOf(resource, object)
    try {
      if (deleted) {
        this.#graph.remove(node.uid)
        for (const dependant of this.#graph.dependantsOf(node.uid)) await this.#settle(dependant)
        for (const { uid } of node.owners) await this.#release(uid)
      } else {
        this.#graph.put(node)
        await this.#settle(node)
        if (node.going) await this.#prepare(node)
      }
    } catch (error) {
      this.#options.logger.warn('cannot collect', { name: node.name, reason: messageOf(error) })
    }
  }

  /** Removes an object none of whose owners is there any more, or the references to those that are not. */
  async #settle(node: Node): Promise<void> {
    if (node.owners.length === 0 || node.going) return
    const absent: OwnerReference[] = []
    for (const owner of node.owners) if (!(await this.#isThere(owner, node.namespace))) absent.push(owner)
    if (absent.length === 0) return
    if (absent.length === node.owners.length) return this.#remove(node)
    const gone = new Set(absent.map(({ uid }) => uid))
    await this.#disown(node, (uid) => gone.has(uid))
  }

  /** Does what an object that is going waits for. */
  async #prepare(node: Node): Promise<void> {
    const dependants = this.#graph.dependantsOf(node.uid)
    if (node.finalizers.includes(ORPHAN)) {
      for (const dependant of dependants) await this.#disown(dependant, (uid) => uid === node.uid)
      return this.#drop(node, ORPHAN)
    }
    if (!node.finalizers.includes(FOREGROUND)) return
    for (const dependant of dependants) if (!dependant.going) await this.#remove(dependant)
    await this.#release(node.uid)
  }

  /** Lets an owner go that waited for its dependants, once none is left that it has to wait for. */
  async #release(uid: string): Promise<void> {
    const owner = this.#graph.get(uid)
    if (!owner?.going || !owner.finalizers.includes(FOREGROUND)) return
    const waiting = this.#graph.dependantsOf(uid).some((dependant) => blocks(dependant, uid))
    if (!waiting) await this.#drop(owner, FOREGROUND)
  }

  #remove(node: Node): Promise<void> {
    const policy = node.finalizers.includes(FOREGROUND) ? 'Foreground' : 'Background'
    return this.#options.own.remove(node.resource, node, policy)
  }

  async #drop(node: Node, finalizer: string): Promise<void> {
    const finalizers = node.finalizers.filter((name) => name !== finalizer)
    await this.#options.own.patch(node.resource, node, {
      metadata: { finalizers: finalizers.length > 0 ? finalizers : null },
    })
  }

  async #disown(node: Node, from: (uid: string) => boolean): Promise<void> {
    const { store } = this.#options.services
    const object = await store.get(node.resource, node.namespace, node.name)
    if (object?.metadata.uid !== node.uid) return
    const kept = (object.metadata.ownerReferences ?? []).filter(({ uid }) => !from(String(uid)))
    await this.#options.own.patch(node.resource, node, {
      metadata: { ownerReferences: kept.length > 0 ? kept : null },
    })
  }

  /** Looks where the graph may not have: an owner is there if it has that name and is still the same. */
  async #isThere(owner: OwnerReference, namespace: string): Promise<boolean> {
    if (this.#graph.get(owner.uid) !== undefined) return true
    const { store, registry } = this.#options.services
    const [version = '', group = ''] = owner.apiVersion.split('/').reverse()
    const resource = registry.findKind({ group, version }, owner.kind)
    if (resource === undefined) return true // its kind may be served again
    const found = await store.get(resource, resource.namespaced ? namespace : '', owner.name)
    return found?.metadata.uid === owner.uid
  }
}

/** Whether an object has owners or is going, by a look at its bytes that may say yes too often, never no. */
function mentionsOwners(value: Uint8Array): boolean {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return bytes.includes('"ownerReferences"') || bytes.includes('"deletionTimestamp"')
}

function blocks(dependant: Node, uid: string): boolean {
  return dependant.owners.some((owner) => owner.uid === uid && owner.blockOwnerDeletion)
}
