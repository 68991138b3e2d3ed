import { isExpired } from '../errors/error-reasons.ts'
import type { ApiObject, ObjectList, Stored } from '../kinds/api-object.ts'
import { apiVersionOf, type Kind, pathOf } from '../kinds/kind.ts'
import { readEvents } from '../watch/read-events.ts'
import type { StreamEvent } from '../watch/watch-event.ts'
import type { StreamStart } from '../watch/watch-objects.ts'
import { type ListOptions, queryOf, type SelectOptions, selectQuery } from './request-options.ts'
import type { Sender } from './sender.ts'

const PARTIAL = ';as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const PARTIAL_LIST = ';as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'
const PAGE = 500

/** What to accept for one object of a kind. */
export function acceptOf({ view }: Kind<ApiObject>, many = false): string {
  if (view !== 'metadata') return 'application/json'
  return `application/json${many ? PARTIAL_LIST : PARTIAL},application/json`
}

interface RawList {
  readonly metadata?: {
    readonly resourceVersion?: string
    readonly continue?: string
    readonly remainingItemCount?: number
  }
  readonly items?: readonly ApiObject[] | null
}

/** Turns each object into what is kept of it, as soon as it is read. */
export type Transform<T extends ApiObject> = (object: Stored<T>) => Stored<T>

export interface CollectionOptions<T extends ApiObject> extends SelectOptions {
  /** Default: objects are kept as they are. */
  readonly transform?: Transform<T>
}

/** The objects of one kind as they are read many at a time. */
export class Collection<T extends ApiObject> {
  readonly #sender: Sender
  readonly #kind: Kind<T>
  readonly #select: SelectOptions
  readonly #transform: Transform<T>

  constructor(sender: Sender, kind: Kind<T>, options: CollectionOptions<T>) {
    this.#sender = sender
    this.#kind = kind
    this.#select = options
    this.#transform = options.transform ?? ((object) => object)
  }

  /** A page after the other. Fails with `isExpired` when the next is no longer kept. */
  async *pages(options: ListOptions): AsyncGenerator<ObjectList<Stored<T>>> {
    for (let next: string | undefined; ; ) {
      const page = await this.#page(options, next)
      yield page
      next = page.next
      if (next === undefined) return
    }
  }

  /** All pages as one list of one version; read at once if it took so long that a page was no longer kept. */
  async list(options: ListOptions): Promise<ObjectList<Stored<T>>> {
    const first = await this.#page(options, undefined)
    if (first.next === undefined) return first
    const items = [...first.items]
    try {
      for (let { next } = first as ObjectList<Stored<T>>; next !== undefined; ) {
        const page = await this.#page(options, next)
        for (const item of page.items) items.push(item)
        next = page.next
      }
    } catch (error) {
      if (!isExpired(error)) throw error
      return this.#page({ ...options, limit: 0 }, undefined)
    }
    return { items, resourceVersion: first.resourceVersion, next: undefined, remaining: undefined }
  }

  /** One stream of what happens; `from` undefined asks for everything first. */
  async stream({
    from,
    timeoutSeconds,
    signal,
  }: StreamStart): Promise<AsyncIterable<StreamEvent<Stored<T>>>> {
    const query = queryOf(
      {
        watch: true,
        allowWatchBookmarks: true,
        timeoutSeconds,
        ...(from === undefined
          ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
          : { resourceVersion: from }),
      },
      selectQuery(this.#select),
    )
    const action = `watch ${this.#what}`
    const accept = acceptOf(this.#kind)
    const lines = await this.#sender.lines({ action, method: 'GET', path: this.#path, query, accept, signal })
    return readEvents(lines, { action, transform: this.#transform })
  }

  async #page(options: ListOptions, next: string | undefined): Promise<ObjectList<Stored<T>>> {
    const { limit = PAGE, resourceVersion, resourceVersionMatch, signal } = options
    const query = queryOf(
      {
        limit: limit > 0 ? limit : undefined,
        continue: next,
        ...(next === undefined && { resourceVersion, resourceVersionMatch }),
      },
      selectQuery(this.#select),
    )
    const answer = (await this.#sender.json({
      action: `list ${this.#what}`,
      method: 'GET',
      path: this.#path,
      query,
      accept: acceptOf(this.#kind, true),
      signal,
    })) as unknown as RawList
    const { metadata = {}, items } = answer
    return {
      items: (items ?? []).map((item) => this.#transform(this.#named(item))),
      resourceVersion: metadata.resourceVersion ?? '',
      next: metadata.continue === '' ? undefined : metadata.continue,
      remaining: metadata.remainingItemCount,
    }
  }

  /** Items of a list do not say what they are; the list did. */
  #named(item: ApiObject): Stored<T> {
    const { apiVersion, kind } = item
    if (apiVersion !== undefined && kind !== undefined) return item as Stored<T>
    const partial = this.#kind.view === 'metadata'
    return {
      ...item,
      apiVersion: partial ? 'meta.k8s.io/v1' : apiVersionOf(this.#kind),
      kind: partial ? 'PartialObjectMetadata' : this.#kind.kind,
    } as Stored<T>
  }

  get #path(): string {
    return pathOf(this.#kind, { namespace: this.#select.namespace })
  }

  get #what(): string {
    const { namespace } = this.#select
    return namespace === undefined ? this.#kind.plural : `${this.#kind.plural} in ${namespace}`
  }
}
