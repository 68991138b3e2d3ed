import { ReeveError } from '@reeve/ground'
import type { Context } from './context.ts'

/** There is no such resource. */
export class NotFoundError extends ReeveError {
  readonly code = 'RUNTIME_NOT_FOUND'
  constructor(verb: string, kind: string, uid: string) {
    super(`cannot ${verb} ${kind} ${uid}: there is none`)
  }
}

/** There is such a resource already. */
export class AlreadyExistsError extends ReeveError {
  readonly code = 'RUNTIME_ALREADY_EXISTS'
  constructor(kind: string, uid: string) {
    super(`cannot create ${kind} ${uid}: it is there already`)
  }
}

/** Something that cannot be kept as JSON. */
export class InvalidDataError extends ReeveError {
  readonly code = 'RUNTIME_INVALID_DATA'
}

/** Keeps resources by kind and uid. What is loaded is a copy of its own, decoded. */
export interface Storage {
  /** Rejects with NotFoundError if there is none. */
  load<T>(ctx: Context, kind: string, uid: string): Promise<T>
  loadAll<T>(ctx: Context, kind: string): Promise<readonly T[]>
  /** Creates or replaces. */
  save(ctx: Context, kind: string, uid: string, object: unknown): Promise<void>
  /** Replaces what is there by an edit of it, with nobody in between. Rejects with NotFoundError if there is none. */
  change<T>(ctx: Context, kind: string, uid: string, edit: (current: T) => T): Promise<void>
  /** Rejects with AlreadyExistsError if there is one. */
  create(ctx: Context, kind: string, uid: string, object: unknown): Promise<void>
  /** Deleting what is gone already is a success. */
  delete(ctx: Context, kind: string, uid: string): Promise<void>
  exists(ctx: Context, kind: string, uid: string): Promise<boolean>
  /** The uids of a kind, sorted. */
  list(ctx: Context, kind: string): Promise<readonly string[]>
  close(): Promise<void>
}
