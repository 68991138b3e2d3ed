import type { Entry, Guard, Ledger, Watch, WatchOptions } from '@reeve/ledger'
import { type ApiObject, withMeta } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import {
  ALL,
  decodeObject,
  encodeObject,
  keyOf,
  keyOfObject,
  prefixOf,
  resourceOfKey,
} from './object-codec.ts'
import { keepObject, showObject, showObjects } from './object-versions.ts'
import { SeenEntry, type SeenObject } from './seen-object.ts'
import { shownBytes } from './shown-bytes.ts'

export interface ListRange {
  readonly namespace: string
  /** Read as of this revision. Default: the newest. */
  readonly revision?: number
  readonly limit?: number
  /** Go on after this key. */
  readonly after?: string
}

export interface ListedObjects {
  readonly revision: number
  readonly objects: readonly ApiObject[]
  /** The last key that was read, where there is more. */
  readonly last: string | undefined
}

export interface SeenObjects {
  readonly revision: number
  readonly seen: readonly SeenObject[]
  readonly last: string | undefined
}

export interface WatchAllOptions extends WatchOptions {
  /** Says by key and bytes whether what was put has to be read at all. */
  readonly matters: (key: string, value: Uint8Array) => boolean
}

/** One object as a revision changed it, in the version it is kept in; a deleted one as it last was. */
export interface ObjectChange {
  readonly key: string
  readonly resource: Resource
  readonly object: ApiObject
  readonly deleted: boolean
}

/** How many objects are read at a time where all are wanted. */
const PAGE = 500
/** How many objects are remembered as they were. */
const RECENT = 1_000

interface ReadObject {
  readonly resource: Resource
  readonly revision: number
  readonly object: ApiObject
}

/** Objects on a ledger. Knows keys, JSON and revisions; nothing of requests or rules. */
export class ObjectStore {
  readonly #ledger: Ledger
  readonly #recent = new Map<string, ApiObject>()
  readonly #read = new WeakMap<Entry, ReadObject>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  revision(): Promise<number> {
    return this.#ledger.revision()
  }

  async get(resource: Resource, namespace: string, name: string): Promise<ApiObject | undefined> {
    const entry = await this.#ledger.get(keyOf(resource, namespace, name))
    return entry && showObject(resource, decodeObject(entry, entry.modRevision))
  }

  /** As it was when it was last read here, which may be old: a write has to be guarded by its revision. */
  async recent(resource: Resource, name: string): Promise<ApiObject | undefined> {
    const key = keyOf(resource, '', name)
    const known = this.#recent.get(key)
    if (known !== undefined) return known
    const found = await this.get(resource, '', name)
    if (this.#recent.size >= RECENT) this.#recent.clear()
    if (found !== undefined) this.#recent.set(key, found)
    return found
  }

  forget(resource: Resource, name: string): void {
    this.#recent.delete(keyOf(resource, '', name))
  }

  /** The same, with its text where that takes no reading. */
  async look(resource: Resource, namespace: string, name: string): Promise<SeenObject | undefined> {
    const entry = await this.#ledger.get(keyOf(resource, namespace, name))
    return entry && (await seen(resource, [entry], true))[0]
  }

  async list(resource: Resource, range: ListRange): Promise<ListedObjects> {
    const { entries, revision, last } = await this.#entries(resource, range)
    const kept = entries.map((entry) => decodeObject(entry, entry.modRevision))
    return { revision, objects: await showObjects(resource, kept), last }
  }

  /** The same, with their texts where those take no reading; built-in kinds without what they are, as in lists. */
  async lookThrough(resource: Resource, range: ListRange): Promise<SeenObjects> {
    const { entries, revision, last } = await this.#entries(resource, range)
    return { revision, seen: await seen(resource, entries, resource.custom), last }
  }

  async #entries(resource: Resource, range: ListRange) {
    const prefix = prefixOf(resource, range.namespace)
    const { revision: at, limit, after } = range
    const span = after === undefined ? prefix : { from: `${after}\u0000`, to: `${prefix.slice(0, -1)}0` }
    const options = { ...(at !== undefined && { revision: at }), ...(limit !== undefined && { limit }) }
    const { entries, revision, more } = await this.#ledger.range(span, options)
    return { revision, entries, last: more ? entries.at(-1)?.key : undefined }
  }

  /** Everything of a resource as of one revision, some at a time. */
  async *pages(resource: Resource, namespace: string): AsyncGenerator<ListedObjects> {
    let page: ListedObjects | undefined
    do {
      const on = page?.last === undefined ? {} : { revision: page.revision, after: page.last }
      page = await this.list(resource, { namespace, limit: PAGE, ...on })
      yield page
    } while (page.last !== undefined)
  }

  async count(resource: Resource, { namespace, revision, after }: ListRange): Promise<number> {
    const prefix = prefixOf(resource, namespace)
    const span = after === undefined ? prefix : { from: `${after}\u0000`, to: `${prefix.slice(0, -1)}0` }
    const options = { countOnly: true, ...(revision !== undefined && { revision }) }
    return (await this.#ledger.range(span, options)).count
  }

  /** The stored object, or undefined if there is one of that name already or a guard does not hold. */
  async create(
    resource: Resource,
    object: ApiObject,
    guards: readonly Guard[] = [],
  ): Promise<ApiObject | undefined> {
    const key = keyOfObject(resource, object)
    const kept = await keepObject(resource, object)
    const ops = [{ do: 'put', key, value: encodeObject(kept) }] as const
    const outcome = await this.#ledger.txn([{ on: 'absent', key }, ...guards], ops)
    return outcome.ok ? this.#written(resource, { object, kept }, outcome.revision) : undefined
  }

  /** The object as it would be read if it were stored. */
  async tried(resource: Resource, object: ApiObject): Promise<ApiObject> {
    return showObject(resource, await keepObject(resource, object))
  }

  /** Stores all of these at once, or none if any is there already. */
  async createAll(
    made: readonly { readonly resource: Resource; readonly object: ApiObject }[],
  ): Promise<boolean> {
    if (made.length === 0) return true
    const keyed = made.map(({ resource, object }) => ({ key: keyOfObject(resource, object), object }))
    const guards = keyed.map(({ key }): Guard => ({ on: 'absent', key }))
    const ops = keyed.map(({ key, object }) => ({ do: 'put', key, value: encodeObject(object) }) as const)
    return (await this.#ledger.txn(guards, ops)).ok
  }

  /** The stored object, or undefined if it has changed since the revision that `object` carries. */
  async replace(resource: Resource, object: ApiObject): Promise<ApiObject | undefined> {
    const key = keyOfObject(resource, object)
    const kept = await keepObject(resource, object)
    const ops = [{ do: 'put', key, value: encodeObject(kept) }] as const
    const outcome = await this.#ledger.txn([unchanged(key, object)], ops)
    return outcome.ok ? this.#written(resource, { object, kept }, outcome.revision) : undefined
  }

  /** The revision that removed it, or undefined if it has changed since the revision that `object` carries. */
  async remove(resource: Resource, object: ApiObject): Promise<number | undefined> {
    const key = keyOfObject(resource, object)
    const outcome = await this.#ledger.txn([unchanged(key, object)], [{ do: 'delete', key }])
    return outcome.ok ? outcome.revision : undefined
  }

  /** What was written, as the next reader sees it: another version may not hold all of it. */
  async #written(
    resource: Resource,
    { object, kept }: { readonly object: ApiObject; readonly kept: ApiObject },
    revision: number,
  ): Promise<ApiObject> {
    // What custom kinds fill in comes with the first look at what was stored.
    const asKept = kept === object && resource.stored.fill === undefined
    const shown = asKept ? object : await showObject(resource, kept)
    return withMeta(shown, { resourceVersion: String(revision) })
  }

  /** Every change of every resource that is served, a batch for each revision. */
  async *watchAll(
    registry: ResourceRegistry,
    options: WatchAllOptions,
  ): AsyncGenerator<readonly ObjectChange[]> {
    for await (const { revision, events } of this.#ledger.watch(ALL, { ...options, previous: true })) {
      const changes: ObjectChange[] = []
      for (const event of events) {
        const resource = resourceOfKey(registry, event.key)
        const entry = event.type === 'put' ? event.entry : event.previous
        if (resource === undefined || entry === undefined) continue
        if (event.type === 'put' && !options.matters(event.key, entry.value)) continue
        changes.push({
          key: event.key,
          resource,
          object: decodeObject(entry, revision),
          deleted: event.type === 'delete',
        })
      }
      yield changes
    }
  }

  /** An object of a watch as the resource shows it. Watchers of one thing share what is read. */
  async read(resource: Resource, entry: Entry, revision: number): Promise<ApiObject> {
    const known = this.#read.get(entry)
    if (known?.resource === resource && known.revision === revision) return known.object
    const object = await showObject(resource, decodeObject(entry, revision))
    this.#read.set(entry, { resource, revision, object })
    return object
  }

  watch(resource: Resource, namespace: string, options: WatchOptions): Watch {
    return this.#ledger.watch(prefixOf(resource, namespace), options)
  }
}

async function seen(
  resource: Resource,
  entries: readonly Entry[],
  typed: boolean,
): Promise<readonly SeenObject[]> {
  const known: SeenObject[] = []
  for (const entry of entries) {
    const bytes = shownBytes(resource, entry, { typed })
    if (bytes === undefined) break
    known.push(new SeenEntry(entry, bytes))
  }
  if (known.length === entries.length) return known
  const kept = entries.map((entry) => decodeObject(entry, entry.modRevision))
  const shown = await showObjects(resource, kept)
  return shown.map((object, at) => ({ key: entries[at]?.key ?? '', object }))
}

function unchanged(key: string, { metadata }: ApiObject): Guard {
  return { on: 'modRevision', key, modRevision: Number(metadata.resourceVersion) }
}
