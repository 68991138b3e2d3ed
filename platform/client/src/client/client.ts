import { type Clock, type Random, realClock, realRandom } from '@reeve/ground'
import type { ApiObject, ObjectKey, ObjectList, Stored } from '../kinds/api-object.ts'
import type { Scale } from '../kinds/builtin-kinds.ts'
import { Discovery } from '../kinds/discovery.ts'
import { formatKey } from '../kinds/key-of.ts'
import { apiVersionOf, type Kind, pathOf } from '../kinds/kind.ts'
import { KindMap } from '../kinds/kind-map.ts'
import { type RetryOptions, retryingTransport } from '../transport/retrying-transport.ts'
import type { Transport } from '../transport/transport.ts'
import type { StreamEvent, WatchEvent } from '../watch/watch-event.ts'
import { type WatchSettings, watchObjects } from '../watch/watch-objects.ts'
import { acceptOf, Collection } from './collection.ts'
import {
  type ApplyOptions,
  type DeleteCollectionOptions,
  type DeleteOptions,
  deleteBody,
  type GetOptions,
  type ListOptions,
  PATCH_TYPES,
  type Patch,
  queryOf,
  type RequestOptions,
  type SelectOptions,
  selectQuery,
  type WriteOptions,
  writeQuery,
} from './request-options.ts'
import { type Asked, Sender } from './sender.ts'
import { deletionOf, type Written } from './written.ts'

export interface ClientOptions {
  /** Where objects are that name no namespace. Default: `default`. */
  readonly namespace?: string
  /** Who owns the fields that are written. Default: `reeve`. */
  readonly manager?: string
  /** How long an answer may take. Default: 60,000. */
  readonly timeoutMs?: number
  /** How requests are sent again; false: never. */
  readonly retry?: RetryOptions | false
  /** Told what the server warns of. Default: nobody. */
  readonly warned?: (words: string, action: string) => void
  /** Further headers for every request. Default: none. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly clock?: Clock
  readonly random?: Random
}

/** Reads that may be transformed as they come in, before anything is kept. */
export interface TransformOptions<T extends ApiObject> {
  readonly transform?: (object: Stored<T>) => Stored<T>
}

export type WatchOptions<T extends ApiObject> = SelectOptions &
  TransformOptions<T> &
  Omit<WatchSettings, 'clock' | 'random'>

export interface StreamOptions extends SelectOptions, RequestOptions {
  /** What comes after this version; undefined: everything that there is, then what comes after. */
  readonly from?: string
  /** How long the server keeps it open. Default: 300. */
  readonly timeoutSeconds?: number
}

/** Talks to one Kubernetes API about objects of any kind. */
export class Client implements AsyncDisposable {
  readonly namespace: string
  readonly clock: Clock
  readonly random: Random
  /** Kinds by their names, as the server has them. */
  readonly kinds: KindMap
  readonly #sender: Sender
  readonly #manager: string
  readonly #listeners = new Set<(written: Written) => void>()

  constructor(transport: Transport, options: ClientOptions = {}) {
    const { clock = realClock, random = realRandom, retry = {}, timeoutMs = 60_000 } = options
    this.namespace = options.namespace ?? 'default'
    this.clock = clock
    this.random = random
    this.#manager = options.manager ?? 'reeve'
    const sending = retry === false ? transport : retryingTransport(transport, { clock, random, ...retry })
    const { headers = {}, warned } = options
    this.#sender = new Sender(sending, { clock, timeoutMs, headers, warned })
    this.kinds = new KindMap(new Discovery(this.#sender), { clock })
  }

  /** One object. Fails with `isNotFound` if there is none. */
  get<T extends ApiObject>(kind: Kind<T>, key: ObjectKey, options: GetOptions = {}): Promise<Stored<T>> {
    const { resourceVersion, subresource, signal } = options
    return this.#ask(kind, key, {
      verb: 'get',
      method: 'GET',
      ...(subresource !== undefined && { subresource }),
      query: queryOf({ resourceVersion }),
      accept: acceptOf(kind),
      signal,
    })
  }

  /** Every object that is selected, as of one version. */
  list<T extends ApiObject>(
    kind: Kind<T>,
    options: ListOptions & TransformOptions<T> = {},
  ): Promise<ObjectList<Stored<T>>> {
    return new Collection(this.#sender, kind, options).list(options)
  }

  /** The same a page at a time, for collections that are not to be held at once. */
  pages<T extends ApiObject>(
    kind: Kind<T>,
    options: ListOptions & TransformOptions<T> = {},
  ): AsyncGenerator<ObjectList<Stored<T>>> {
    return new Collection(this.#sender, kind, options).pages(options)
  }

  /** Follows a collection until the signal fires, whatever happens to the connection. Begins with all that there is. */
  watch<T extends ApiObject>(kind: Kind<T>, options: WatchOptions<T>): AsyncGenerator<WatchEvent<Stored<T>>> {
    const collection = new Collection(this.#sender, kind, options)
    const source = {
      list: (signal: AbortSignal) => collection.list({ signal }),
      stream: collection.stream.bind(collection),
    }
    return watchObjects(source, { ...options, clock: this.clock, random: this.random })
  }

  /** One stream of events as the server sends it; ends when the server ends it, fails when it breaks off. */
  async *stream<T extends ApiObject>(
    kind: Kind<T>,
    options: StreamOptions & TransformOptions<T> = {},
  ): AsyncGenerator<StreamEvent<Stored<T>>> {
    const { from, timeoutSeconds = 300, signal = new AbortController().signal } = options
    yield* await new Collection(this.#sender, kind, options).stream({ from, timeoutSeconds, signal })
  }

  /** Makes an object; fails with `isAlreadyExists` if there is one of that name. */
  create<T extends ApiObject>(kind: Kind<T>, object: T, options: WriteOptions = {}): Promise<Stored<T>> {
    const { namespace = this.namespace, name, generateName = '' } = object.metadata
    return this.#write(
      kind,
      { namespace, name: name ?? `${generateName}*` },
      {
        verb: 'create',
        method: 'POST',
        path: pathOf(kind, { namespace }),
        query: writeQuery({ manager: this.#manager, ...options }),
        body: this.#typed(kind, object),
        options,
      },
    )
  }

  /** Replaces an object; fails with `isConflict` if it was changed since it was read. */
  update<T extends ApiObject>(kind: Kind<T>, object: T, options: WriteOptions = {}): Promise<Stored<T>> {
    return this.#write(kind, keyIn(object), {
      verb: 'update',
      method: 'PUT',
      query: writeQuery({ manager: this.#manager, ...options }),
      body: this.#typed(kind, object),
      options,
    })
  }

  /** Replaces the status of an object, and nothing else of it. */
  updateStatus<T extends ApiObject>(
    kind: Kind<T>,
    object: T,
    options: WriteOptions = {},
  ): Promise<Stored<T>> {
    return this.update(kind, object, { ...options, subresource: 'status' })
  }

  /** Changes parts of an object, whatever the rest is by now. */
  patch<T extends ApiObject>(
    kind: Kind<T>,
    key: ObjectKey,
    { type, patch, ...options }: Patch & WriteOptions,
  ): Promise<Stored<T>> {
    return this.#write(kind, key, {
      verb: 'patch',
      method: 'PATCH',
      query: writeQuery({ manager: this.#manager, ...options }),
      body: patch,
      contentType: PATCH_TYPES[type],
      options,
    })
  }

  /** Server-side apply: these fields are ours and shall be so; what we no longer name is given up. */
  apply<T extends ApiObject>(kind: Kind<T>, object: T, options: ApplyOptions = {}): Promise<Stored<T>> {
    const { force } = options
    return this.#write(kind, keyIn(object), {
      verb: 'apply',
      method: 'PATCH',
      query: queryOf({ force }, writeQuery({ manager: this.#manager, ...options })),
      body: withoutManagers(this.#typed(kind, object)),
      contentType: 'application/apply-patch+yaml',
      options,
    })
  }

  /** Deletes an object, or marks it to be deleted; says what the server said. Fails with `isNotFound` if there is none. */
  async delete<T extends ApiObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<ApiObject> {
    const body = deleteBody(options)
    const { signal } = options
    const answer = await this.#ask<ApiObject>(kind, key, { verb: 'delete', method: 'DELETE', body, signal })
    const written = options.dryRun === true ? undefined : deletionOf(kind, this.#full(kind, key), answer)
    if (written !== undefined) this.#tell(written)
    return answer
  }

  /** Deletes everything that is selected. */
  async deleteCollection<T extends ApiObject>(
    kind: Kind<T>,
    options: DeleteCollectionOptions = {},
  ): Promise<void> {
    const { namespace, signal } = options
    await this.#sender.json({
      action: `delete ${kind.plural}${namespace === undefined ? '' : ` in ${namespace}`}`,
      method: 'DELETE',
      path: pathOf(kind, { namespace }),
      query: selectQuery(options),
      body: deleteBody(options),
      signal,
    })
  }

  /** Posts to a part of an object that acts, such as `eviction`, `binding` or `token`; answers what the server did. */
  act<T extends ApiObject = ApiObject>(
    kind: Kind<ApiObject>,
    key: ObjectKey,
    { subresource, body, ...options }: WriteOptions & { readonly subresource: string; readonly body: object },
  ): Promise<T> {
    const { signal } = options
    const query = writeQuery(options)
    return this.#ask<T>(kind, key, { verb: 'post', method: 'POST', subresource, query, body, signal })
  }

  /** How many are wanted, and how many there are. */
  scale(kind: Kind<ApiObject>, key: ObjectKey, options: RequestOptions = {}): Promise<Stored<Scale>> {
    return this.get({ ...kind, view: 'whole' } as Kind<Scale>, key, { ...options, subresource: 'scale' })
  }

  setScale(
    kind: Kind<ApiObject>,
    key: ObjectKey,
    { replicas, ...options }: WriteOptions & { readonly replicas: number },
  ): Promise<Stored<Scale>> {
    const patch = { spec: { replicas } }
    return this.patch(kind as Kind<Scale>, key, { type: 'merge', patch, ...options, subresource: 'scale' })
  }

  /** Calls back after each write that the server has acknowledged. Returns how to stop that. */
  onWrite(listener: (written: Written) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Any other request, read as JSON. */
  raw(asked: Omit<Asked, 'action'>): Promise<unknown> {
    return this.#sender.json({ ...asked, action: `${asked.method} ${asked.path}` })
  }

  close(): Promise<void> {
    return this.#sender.transport.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #write<T extends ApiObject>(kind: Kind<T>, key: ObjectKey, write: Write): Promise<Stored<T>> {
    const { options, ...asked } = write
    const { subresource, signal, dryRun } = options
    const object = await this.#ask<Stored<T>>(kind, key, {
      ...asked,
      ...(subresource !== undefined && { subresource }),
      signal,
    })
    // What another kind of object was answered (a Scale) says nothing about this one.
    const own = object.kind === kind.kind && object.apiVersion === apiVersionOf(kind)
    if (dryRun !== true && own) this.#tell({ type: 'set', kind, object })
    return object
  }

  async #ask<T>(kind: Kind<ApiObject>, key: ObjectKey, ask: Ask): Promise<T> {
    const { verb, path, subresource, ...asked } = ask
    const full = this.#full(kind, key)
    const part = subresource === undefined ? '' : `${subresource} of `
    const answer = await this.#sender.json({
      ...asked,
      action: `${verb} ${part}${kind.kind} ${formatKey(full)}`,
      path: path ?? pathOf(kind, { ...full, ...(subresource !== undefined && { subresource }) }),
    })
    return answer as unknown as T
  }

  #full(kind: Kind<ApiObject>, { namespace, name }: ObjectKey): ObjectKey {
    return kind.namespaced ? { namespace: namespace ?? this.namespace, name } : { name }
  }

  #typed<T extends ApiObject>(kind: Kind<T>, object: T): T {
    const { apiVersion = apiVersionOf(kind), kind: name = kind.kind } = object
    return { ...object, apiVersion, kind: name }
  }

  #tell(written: Written): void {
    for (const listener of this.#listeners) listener(written)
  }
}

interface Ask extends Pick<Asked, 'method' | 'query' | 'body' | 'contentType' | 'accept' | 'signal'> {
  readonly verb: string
  /** Default: that of the object. */
  readonly path?: string
  readonly subresource?: string
}

interface Write extends Omit<Ask, 'subresource' | 'signal'> {
  readonly options: WriteOptions
}

function keyIn({ metadata: { namespace, name = '' } }: ApiObject): ObjectKey {
  return namespace === undefined ? { name } : { namespace, name }
}

/** Who owns which field is what the server says; what is applied must not. */
function withoutManagers<T extends ApiObject>(object: T): T {
  if (object.metadata.managedFields === undefined) return object
  return { ...object, metadata: { ...object.metadata, managedFields: undefined } }
}
