import { isObject } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'

/** One object as garbage collection sees it. */
export interface Node {
  readonly uid: string
  readonly resource: Resource
  readonly namespace: string
  readonly name: string
  readonly owners: readonly OwnerReference[]
  readonly finalizers: readonly string[]
  /** Whether it is being deleted. */
  readonly going: boolean
}

export interface OwnerReference {
  readonly uid: string
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly blockOwnerDeletion: boolean
}

/** Who belongs to whom. */
export class OwnerGraph {
  readonly #nodes = new Map<string, Node>()
  readonly #dependants = new Map<string, Set<string>>()

  all(): Iterable<Node> {
    return this.#nodes.values()
  }

  clear(): void {
    this.#nodes.clear()
    this.#dependants.clear()
  }

  get(uid: string): Node | undefined {
    return this.#nodes.get(uid)
  }

  put(node: Node): void {
    this.remove(node.uid)
    this.#nodes.set(node.uid, node)
    for (const owner of node.owners) {
      const dependants = this.#dependants.get(owner.uid) ?? new Set()
      this.#dependants.set(owner.uid, dependants.add(node.uid))
    }
  }

  remove(uid: string): void {
    for (const owner of this.#nodes.get(uid)?.owners ?? []) this.#dependants.get(owner.uid)?.delete(uid)
    this.#nodes.delete(uid)
  }

  dependantsOf(uid: string): readonly Node[] {
    return [...(this.#dependants.get(uid) ?? [])].flatMap((dependant) => this.#nodes.get(dependant) ?? [])
  }
}

export function nodeOf(resource: Resource, { metadata }: ApiObject): Node {
  return {
    uid: metadata.uid ?? '',
    resource,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    owners: (metadata.ownerReferences ?? []).filter(isObject).map((owner) => ({
      uid: String(owner.uid),
      apiVersion: String(owner.apiVersion),
      kind: String(owner.kind),
      name: String(owner.name),
      blockOwnerDeletion: owner.blockOwnerDeletion === true,
    })),
    finalizers: metadata.finalizers ?? [],
    going: metadata.deletionTimestamp !== undefined,
  }
}
