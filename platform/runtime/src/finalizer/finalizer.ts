import { ReeveError } from '@reeve/ground'
import type { Outcome } from '../controller/outcome.ts'

/** A name that the server would refuse as a finalizer. */
export class FinalizerNameError extends ReeveError {
  readonly code = 'RUNTIME_BAD_FINALIZER'
  constructor(name: string) {
    super(`cannot use finalizer ${name}: it is no qualified name`, {
      hint: 'use a domain and a word, such as example.io/cleanup',
    })
  }
}

/** The part of an object that finalizers are about. */
export interface Finalized {
  readonly metadata: {
    readonly uid?: string
    readonly resourceVersion?: string
    readonly deletionTimestamp?: string
    readonly finalizers?: readonly string[]
  }
}

export type JsonPatchStep =
  | { readonly op: 'test' | 'add'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }

/** Both halves of a life, side by side: whoever makes something outside has to say how it goes. */
export interface Lifecycle<T extends Finalized> {
  /** Called while the object is wanted, and only once its finalizer is stored. */
  apply(object: T, signal: AbortSignal): Promise<Outcome> | Outcome
  /** Called when the object is to go. Its finalizer is removed only if this answers `done`. */
  cleanup(object: T, signal: AbortSignal): Promise<Outcome> | Outcome
}

export interface FinalizerOptions<T extends Finalized> extends Lifecycle<T> {
  /** Such as `example.io/cleanup`. */
  readonly name: string
  /** Sends a JSON patch for the object; answers the object as it is stored then, `undefined` if it is gone. */
  readonly patch: (object: T, patch: readonly JsonPatchStep[], signal: AbortSignal) => Promise<T | undefined>
}

const QUALIFIED = /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?\/[A-Za-z0-9]([-\w.]*[A-Za-z0-9])?$/

/** Makes the rule of one kind from its two halves. */
export function finalizer<T extends Finalized>(options: FinalizerOptions<T>) {
  const { name, patch, apply, cleanup } = options
  if (!QUALIFIED.test(name)) throw new FinalizerNameError(name)
  return async (object: T, signal: AbortSignal): Promise<Outcome> => {
    const phase = phaseOf(object, name)
    if (phase === 'leaving') return { next: 'done' }
    if (phase === 'cleanup') {
      const outcome = await cleanup(object, signal)
      if (outcome.next === 'done') await patch(object, removeFinalizer(object, name), signal)
      return outcome
    }
    const stored = phase === 'new' ? await patch(object, addFinalizer(object, name), signal) : object
    // Deleted meanwhile: the change of that comes as an event of its own.
    if (stored === undefined || phaseOf(stored, name) !== 'apply') return { next: 'done' }
    return apply(stored, signal)
  }
}

/** Where an object stands: `new` has no finalizer yet, `leaving` has it no more. */
export function phaseOf({ metadata }: Finalized, name: string): 'new' | 'apply' | 'cleanup' | 'leaving' {
  const held = metadata.finalizers?.includes(name) ?? false
  if (metadata.deletionTimestamp === undefined) return held ? 'apply' : 'new'
  return held ? 'cleanup' : 'leaving'
}

/** Guarded, so that what others added meanwhile is never overwritten; a guard that fails is a conflict. */
export function addFinalizer({ metadata }: Finalized, name: string): readonly JsonPatchStep[] {
  const { finalizers = [], uid, resourceVersion } = metadata
  if (finalizers.length > 0) {
    return [
      { op: 'test', path: '/metadata/finalizers', value: finalizers },
      { op: 'add', path: '/metadata/finalizers/-', value: name },
    ]
  }
  return [
    { op: 'test', path: '/metadata/uid', value: uid },
    { op: 'test', path: '/metadata/resourceVersion', value: resourceVersion },
    { op: 'add', path: '/metadata/finalizers', value: [name] },
  ]
}

/** Guarded by its place, so that nobody else's finalizer can go instead. */
export function removeFinalizer({ metadata }: Finalized, name: string): readonly JsonPatchStep[] {
  const path = `/metadata/finalizers/${metadata.finalizers?.indexOf(name) ?? -1}`
  return [
    { op: 'test', path, value: name },
    { op: 'remove', path },
  ]
}
