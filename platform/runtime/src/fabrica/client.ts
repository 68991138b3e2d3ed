import type { Context } from './context.ts'
import type { Resource } from './resource.ts'
import type { Storage } from './storage.ts'

/** Reads and writes resources by kind and uid. */
export interface ResourceClient {
  /** Rejects with NotFoundError if there is none. */
  get<R extends Resource>(ctx: Context, kind: string, uid: string): Promise<R>
  list<R extends Resource>(ctx: Context, kind: string): Promise<readonly R[]>
  create(ctx: Context, resource: Resource): Promise<void>
  /** Rejects with NotFoundError if there is none. */
  update(ctx: Context, resource: Resource): Promise<void>
  /** Writes the status alone: whatever happened to the rest meanwhile stays. Rejects with NotFoundError if there is none. */
  updateStatus(ctx: Context, resource: Resource): Promise<void>
  /** Removing what is gone already is a success. */
  delete(ctx: Context, kind: string, uid: string): Promise<void>
}

/** A client that works on a storage. */
export function storageClient(storage: Storage): ResourceClient {
  return {
    get: (ctx, kind, uid) => storage.load(ctx, kind, uid),
    list: (ctx, kind) => storage.loadAll(ctx, kind),
    create: (ctx, resource) => storage.create(ctx, resource.kind, resource.uid, resource),
    update: (ctx, resource) => storage.change(ctx, resource.kind, resource.uid, () => resource),
    updateStatus: (ctx, { kind, uid, status }) =>
      storage.change<Resource>(ctx, kind, uid, (current) => ({ ...current, status })),
    delete: (ctx, kind, uid) => storage.delete(ctx, kind, uid),
  }
}
