import { isSame } from '../json/is-same.ts'

/** The part of an object that predicates look at. */
export interface Watched {
  readonly metadata: {
    readonly generation?: number
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly finalizers?: readonly string[]
    readonly deletionTimestamp?: string
  }
}

/** What became of an object, as an informer tells it. */
export type ObjectChange<T> =
  | { readonly type: 'added'; readonly object: T; readonly initial: boolean }
  | { readonly type: 'updated'; readonly object: T; readonly before: T }
  | { readonly type: 'removed'; readonly object: T }

/** Says whether a change is worth a look. */
export type Predicate<T extends Watched = Watched> = (change: ObjectChange<T>) => boolean

/** It came, went, began to go, or wants something new. Changes of status alone do not count. */
export const generationChanged: Predicate = (change) => {
  if (change.type !== 'updated') return true
  const { before, object } = change
  return (
    before.metadata.generation !== object.metadata.generation ||
    before.metadata.deletionTimestamp !== object.metadata.deletionTimestamp
  )
}

/** One of these labels changed; of all, if none is named. */
export function labelChanged(...names: readonly string[]): Predicate {
  return changedAmong('labels', names)
}

/** One of these annotations changed; of all, if none is named. */
export function annotationChanged(...names: readonly string[]): Predicate {
  return changedAmong('annotations', names)
}

export function anyOf<T extends Watched>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.some((predicate) => predicate(change))
}

export function allOf<T extends Watched>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.every((predicate) => predicate(change))
}

export function not<T extends Watched>(predicate: Predicate<T>): Predicate<T> {
  return (change) => !predicate(change)
}

function changedAmong(field: 'labels' | 'annotations', names: readonly string[]): Predicate {
  return (change) => {
    if (change.type !== 'updated') return true
    const old = change.before.metadata[field] ?? {}
    const now = change.object.metadata[field] ?? {}
    return names.length === 0 ? !isSame(old, now) : names.some((name) => old[name] !== now[name])
  }
}
