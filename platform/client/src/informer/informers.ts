import type { Client } from '../client/client.ts'
import type { ApiObject } from '../kinds/api-object.ts'
import { apiVersionOf, type Kind } from '../kinds/kind.ts'
import { formatFieldSelector } from '../selectors/field-selector.ts'
import { formatLabelSelector } from '../selectors/label-selector.ts'
import { Informer, type InformerHealth, type InformerOptions } from './informer.ts'

interface Shared {
  readonly informer: Informer<ApiObject>
  readonly transform: unknown
  users: number
}

/** Informers that are shared: whoever asks for the same objects gets the same copy and the same watch. */
export class Informers implements AsyncDisposable {
  readonly #client: Client
  readonly #shared = new Map<string, Shared[]>()

  constructor(client: Client) {
    this.#client = client
  }

  /** Starts one, or joins whoever has it already; indexes are added to what is there. To be given back by `release`. */
  of<T extends ApiObject>(kind: Kind<T>, options: InformerOptions<T> = {}): Informer<T> {
    const id = idOf(kind, options)
    const alike = this.#shared.get(id) ?? []
    const known = alike.find(({ transform }) => transform === options.transform)
    if (known !== undefined) {
      const informer = known.informer as unknown as Informer<T>
      for (const [name, values] of Object.entries(options.indexes ?? {})) informer.addIndex(name, values)
      known.users += 1
      return informer
    }
    const informer = new Informer(this.#client, kind, options).start()
    const shared = {
      informer: informer as unknown as Informer<ApiObject>,
      transform: options.transform,
      users: 1,
    }
    this.#shared.set(id, [...alike, shared])
    return informer
  }

  /** One user less; the last one ends it. */
  async release<T extends ApiObject>(informer: Informer<T>): Promise<void> {
    for (const [id, alike] of this.#shared) {
      const shared = alike.find((each) => (each.informer as unknown) === informer)
      if (shared === undefined) continue
      shared.users -= 1
      if (shared.users > 0) return
      this.#shared.set(
        id,
        alike.filter((each) => each !== shared),
      )
      return informer.stop()
    }
  }

  /** How each of them is. */
  get health(): readonly (InformerHealth & { readonly kind: Kind<ApiObject> })[] {
    return [...this.#shared.values()]
      .flat()
      .map(({ informer }) => ({ ...informer.health, kind: informer.kind }))
  }

  async stop(): Promise<void> {
    const all = [...this.#shared.values()].flat()
    this.#shared.clear()
    await Promise.all(all.map(({ informer }) => informer.stop()))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}

function idOf<T extends ApiObject>(kind: Kind<T>, options: InformerOptions<T>): string {
  const { namespace = '', labels = '', fields = '', managedFields = false, freeze = false } = options
  return JSON.stringify([
    apiVersionOf(kind),
    kind.plural,
    kind.view ?? 'whole',
    namespace,
    formatLabelSelector(labels),
    formatFieldSelector(fields),
    managedFields,
    freeze,
  ])
}
