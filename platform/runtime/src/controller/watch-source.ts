import type { Owned } from '../ownership/owned.ts'
import { managingOwner } from '../ownership/owner-reference.ts'
import type { ObjectChange, Predicate, Watched } from './predicates.ts'
import type { Source } from './source.ts'

/** Whatever can tell of objects: an informer of the client is one. */
export interface Followed<T> {
  handle(handler: (change: ObjectChange<T>) => void): {
    readonly synced: Promise<void>
    stop(): Promise<void>
  }
}

export interface WatchSourceOptions<T, Key> {
  readonly from: Followed<T>
  /** The keys that an object concerns. Of a changed object also those that it concerned before. */
  readonly to: (object: T) => Iterable<Key>
  /** Which changes are worth a look. Default: all. */
  readonly when?: Predicate<T & Watched>
  /** Whether a new spec of the object forgives earlier failures of its key; for the kind that is reconciled. Default: false. */
  readonly renews?: boolean
  /** The priority of what is there at the start, so that what happens now goes first. Default: -100. */
  readonly initialPriority?: number
}

/** Asks for keys when objects change. */
export function watchSource<T extends Watched, Key>(options: WatchSourceOptions<T, Key>): Source<Key> {
  const { from, to, when = () => true, renews = false, initialPriority = -100 } = options
  return {
    start: async (enqueue, signal) => {
      if (signal.aborted) return
      const handling = from.handle((change) => {
        if (!when(change)) return
        const initial = change.type === 'added' && change.initial
        const renewed = renews && hasNewSpec(change)
        const before = change.type === 'updated' ? [...to(change.before)] : []
        for (const key of new Set([...to(change.object), ...before])) {
          enqueue(key, { reason: change.type, renewed, ...(initial && { priority: initialPriority }) })
        }
      })
      const ended = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => void handling.stop().then(ended.resolve, ended.reject), {
        once: true,
      })
      await Promise.race([handling.synced, ended.promise])
    },
  }
}

/** An object's own key: `namespace/name`, or the name where there is no namespace. */
export function itself({ metadata: { namespace = '', name = '' } }: Owned): readonly string[] {
  return [namespace === '' ? name : `${namespace}/${name}`]
}

/** The key of the object of a kind that manages an object, if one does. Versions of one group count as one. */
export function itsOwner(owner: {
  readonly group: string
  readonly kind: string
  readonly namespaced: boolean
}): (object: Owned) => readonly string[] {
  return (object) => {
    const { apiVersion = '', kind, name = '' } = managingOwner(object) ?? {}
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
    if (kind !== owner.kind || group !== owner.group) return []
    const { namespace } = object.metadata
    return itself({ metadata: owner.namespaced && namespace !== undefined ? { namespace, name } : { name } })
  }
}

function hasNewSpec(change: ObjectChange<Watched>): boolean {
  return change.type === 'updated' && change.before.metadata.generation !== change.object.metadata.generation
}
