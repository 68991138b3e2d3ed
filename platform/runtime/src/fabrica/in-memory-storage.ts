import { messageOf } from '@reeve/ground'
import type { Context } from './context.ts'
import { AlreadyExistsError, InvalidDataError, NotFoundError, type Storage } from './storage.ts'

/** A storage for tests and small programs; what it holds ends with the process. */
export class InMemoryStorage implements Storage {
  readonly #kinds = new Map<string, Map<string, string>>()

  async load<T>(ctx: Context, kind: string, uid: string): Promise<T> {
    ctx.signal.throwIfAborted()
    return this.#read('load', kind, uid)
  }

  async loadAll<T>(ctx: Context, kind: string): Promise<readonly T[]> {
    const uids = await this.list(ctx, kind)
    return Promise.all(uids.map((uid) => this.load<T>(ctx, kind, uid)))
  }

  async save(ctx: Context, kind: string, uid: string, object: unknown): Promise<void> {
    ctx.signal.throwIfAborted()
    this.#write(kind, uid, object)
  }

  async change<T>(ctx: Context, kind: string, uid: string, edit: (current: T) => T): Promise<void> {
    ctx.signal.throwIfAborted()
    this.#write(kind, uid, edit(this.#read('change', kind, uid)))
  }

  async create(ctx: Context, kind: string, uid: string, object: unknown): Promise<void> {
    if (await this.exists(ctx, kind, uid)) throw new AlreadyExistsError(kind, uid)
    await this.save(ctx, kind, uid, object)
  }

  async delete(ctx: Context, kind: string, uid: string): Promise<void> {
    ctx.signal.throwIfAborted()
    this.#kinds.get(kind)?.delete(uid)
  }

  async exists(ctx: Context, kind: string, uid: string): Promise<boolean> {
    ctx.signal.throwIfAborted()
    return this.#kinds.get(kind)?.has(uid) ?? false
  }

  async list(ctx: Context, kind: string): Promise<readonly string[]> {
    ctx.signal.throwIfAborted()
    return [...(this.#kinds.get(kind)?.keys() ?? [])].sort()
  }

  async close(): Promise<void> {
    this.#kinds.clear()
  }

  #read<T>(verb: string, kind: string, uid: string): T {
    const text = this.#kinds.get(kind)?.get(uid)
    if (text === undefined) throw new NotFoundError(verb, kind, uid)
    return JSON.parse(text)
  }

  #write(kind: string, uid: string, object: unknown): void {
    const kept = this.#kinds.get(kind) ?? new Map<string, string>()
    kept.set(uid, encoded(object, `${kind} ${uid}`))
    this.#kinds.set(kind, kept)
  }
}

/** Text, so that nobody holds a reference to what is kept. */
function encoded(object: unknown, what: string): string {
  try {
    const text: string | undefined = JSON.stringify(object)
    if (text !== undefined) return text
  } catch (cause) {
    throw new InvalidDataError(`cannot save ${what}: ${messageOf(cause)}`, { cause })
  }
  throw new InvalidDataError(`cannot save ${what}: it is nothing that JSON can hold`)
}
