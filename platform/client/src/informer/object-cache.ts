import { type Clock, ReeveError, type Timer } from '@reeve/ground'
import type { ApiObject } from '../kinds/api-object.ts'
import { keyOf } from '../kinds/key-of.ts'
import { compareVersions, isOlder } from '../watch/compare-versions.ts'
import type { Difference } from './change.ts'
import { type IndexFunction, ObjectIndex } from './object-index.ts'

/** An index is asked for that there is not, or made twice in two ways. */
export class IndexError extends ReeveError {
  readonly code = 'CLIENT_INDEX'
}

/** An object that we deleted, while the watch may still tell of it as it was. */
interface Buried<T> {
  readonly uid: string
  readonly timer: Timer
  /** The last that the watch told of it since. */
  told: T | undefined
}

/** If the watch has not told of a deletion by then, there was none, and what it did tell counts. */
const BURIED_MS = 30_000

/**
 * Objects of one kind as far as they are known, by watch and by our own writes, whichever is newer. No object ever goes
 * back to an older version.
 */
export class ObjectCache<T extends ApiObject> {
  readonly #clock: Clock
  readonly #changed: (difference: Difference<T>) => void
  readonly #objects = new Map<string, T>()
  readonly #indexes = new Map<string, ObjectIndex<T>>()
  readonly #buried = new Map<string, Buried<T>>()
  /** Nothing up to this version is missing. */
  #version: string | undefined

  constructor(clock: Clock, changed: (difference: Difference<T>) => void) {
    this.#clock = clock
    this.#changed = changed
  }

  get size(): number {
    return this.#objects.size
  }

  /** Up to where the watch has told everything; undefined before the first. */
  get version(): string | undefined {
    return this.#version
  }

  get(key: string): T | undefined {
    return this.#objects.get(key)
  }

  values(): IterableIterator<T> {
    return this.#objects.values()
  }

  entries(): IterableIterator<[string, T]> {
    return this.#objects.entries()
  }

  /** The same function under the same name may be added again. */
  addIndex(name: string, values: IndexFunction<T>): void {
    const known = this.#indexes.get(name)
    if (known?.values === values) return
    if (known !== undefined) throw new IndexError(`cannot add index "${name}": there is another of that name`)
    const index = new ObjectIndex(values)
    for (const [key, object] of this.#objects) index.update(key, undefined, object)
    this.#indexes.set(name, index)
  }

  find(index: string, value: string): readonly T[] {
    const found = this.#indexes.get(index)
    if (found === undefined) throw new IndexError(`cannot look into index "${index}": there is none`)
    return Array.from(found.keys(value), (key) => this.#objects.get(key)).filter(
      (object) => object !== undefined,
    )
  }

  /** Everything that there is at a version. What we wrote since stays; unless versions from before say nothing now. */
  replace(objects: readonly T[], version: string, { reset = false } = {}): void {
    if (reset) this.#unbury()
    const there = new Set<string>()
    for (const object of objects) {
      const key = keyOf(object)
      there.add(key)
      if (reset) this.#put(key, object)
      else this.set(object)
    }
    for (const [key, object] of [...this.#objects]) {
      const newer = isOlder(version, object.metadata.resourceVersion)
      if (!there.has(key) && (reset || !newer)) this.#put(key, undefined)
    }
    for (const key of [...this.#buried.keys()]) if (!there.has(key)) this.#unbury(key)
    this.#version = version
  }

  /** What the watch tells of an object. */
  set(object: T): void {
    const key = keyOf(object)
    const buried = this.#buried.get(key)
    if (buried !== undefined) {
      if (buried.uid === object.metadata.uid) {
        buried.told = object
        return
      }
      this.#unbury(key)
    }
    const known = this.#objects.get(key)
    const order = compareVersions(object.metadata.resourceVersion, known?.metadata.resourceVersion)
    if (order === undefined || order > 0) this.#put(key, object)
  }

  /** The watch tells that an object is gone. */
  delete(object: T): void {
    const key = keyOf(object)
    if (this.#buried.get(key)?.uid === object.metadata.uid) this.#unbury(key)
    const known = this.#objects.get(key)
    if (known === undefined) return
    // Another of the same name was made since, by us.
    if (isOlder(object.metadata.resourceVersion, known.metadata.resourceVersion)) return
    this.#put(key, undefined)
  }

  /** The watch has told everything up to here. */
  mark(version: string): void {
    this.#version = version
  }

  /** What we wrote ourselves, and the watch has yet to tell. */
  written(object: T): void {
    if (this.#version === undefined || isOlder(this.#version, object.metadata.resourceVersion))
      this.set(object)
  }

  /** What we deleted ourselves. */
  removed(key: string, uid: string): void {
    const known = this.#objects.get(key)
    if (known !== undefined && known.metadata.uid !== uid) return
    this.#unbury(key)
    const timer = this.#clock.after(BURIED_MS, () => {
      const told = this.#buried.get(key)?.told
      this.#buried.delete(key)
      if (told !== undefined) this.set(told)
    })
    this.#buried.set(key, { uid, timer, told: undefined })
    this.#put(key, undefined)
  }

  /** Lets go of every timer. */
  close(): void {
    this.#unbury()
  }

  #unbury(key?: string): void {
    for (const each of key === undefined ? [...this.#buried.keys()] : [key]) {
      this.#buried.get(each)?.timer.cancel()
      this.#buried.delete(each)
    }
  }

  #put(key: string, after: T | undefined): void {
    const before = this.#objects.get(key)
    if (before === undefined && after === undefined) return
    if (after === undefined) this.#objects.delete(key)
    else this.#objects.set(key, after)
    for (const index of this.#indexes.values()) index.update(key, before, after)
    this.#changed({ key, before, after })
  }
}
