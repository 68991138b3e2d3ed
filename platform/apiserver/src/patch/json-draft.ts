import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { memberOf } from '../json/member-of.ts'
import { setMember } from '../json/set-member.ts'

type Container = JsonObject | readonly JsonValue[]
type OwnContainer = Record<string, JsonValue> | JsonValue[]

/** The place that a path names: a container that is there, and a key that may not be. */
export interface Place {
  readonly path: readonly string[]
  readonly container: Container
  readonly key: string
}

/** A document that is being changed step by step: what it was made from stays as it was, and is shared where it can be. */
export class JsonDraft {
  #root: JsonValue
  #own = new WeakSet<object>()

  constructor(document: JsonValue) {
    this.#root = document
  }

  get root(): JsonValue {
    return this.#root
  }

  /** Starts over from another document. */
  reset(document: JsonValue): void {
    this.#root = document
  }

  /** Treats what is there as given, because part of it is about to appear in a second place. */
  freeze(): void {
    this.#own = new WeakSet()
  }

  /** Undefined if there is nothing on the way to it, or if the path is not one. */
  find(path: string): Place | undefined {
    const [first, ...keys] = path.split('/').map(unescaped)
    const key = keys.pop()
    if (first === undefined || key === undefined) return undefined
    let container: JsonValue | undefined = this.#root
    for (const step of keys) container = isContainer(container) ? valueAt(container, step) : undefined
    return isContainer(container) ? { path: keys, container, key } : undefined
  }

  /** Sets a member, or puts an item before the one at that index; false if the index is none. */
  insert(place: Place, value: JsonValue): boolean {
    if (isObject(place.container)) return this.#setMember(place, value)
    const { length } = place.container
    const index = place.key === '-' ? length : indexOf(place.key, length + 1)
    if (index === undefined) return false
    const list = this.#ownAt(place.path)
    if (Array.isArray(list)) list.splice(index, 0, value)
    return true
  }

  /** Sets a member, or an item that is there already. */
  replace(place: Place, value: JsonValue): boolean {
    if (isObject(place.container)) return this.#setMember(place, value)
    const index = indexOf(place.key, place.container.length)
    if (index === undefined) return false
    const list = this.#ownAt(place.path)
    if (Array.isArray(list)) list[index] = value
    return true
  }

  /** False if there is nothing. */
  remove(place: Place): boolean {
    if (isObject(place.container)) {
      if (memberOf(place.container, place.key) === undefined) return false
      const object = this.#ownAt(place.path)
      if (!Array.isArray(object)) delete object[place.key]
      return true
    }
    const index = indexOf(place.key, place.container.length)
    if (index === undefined) return false
    const list = this.#ownAt(place.path)
    if (Array.isArray(list)) list.splice(index, 1)
    return true
  }

  #setMember(place: Place, value: JsonValue): boolean {
    const object = this.#ownAt(place.path)
    if (!Array.isArray(object)) setMember(object, place.key, value)
    return true
  }

  /** The container at a path that is there, as one that may be changed: it and all above it are copied once. */
  #ownAt(path: readonly string[]): OwnContainer {
    let container = this.#owned(this.#root)
    this.#root = container
    for (const key of path) {
      const child = this.#owned(valueAt(container, key) ?? null)
      if (Array.isArray(container)) container[indexOf(key, container.length) ?? 0] = child
      else setMember(container, key, child)
      container = child
    }
    return container
  }

  #owned(value: JsonValue): OwnContainer {
    if (isContainer(value) && this.#own.has(value)) return value as OwnContainer
    const copy = isList(value) ? [...value] : { ...(value as Record<string, JsonValue>) }
    this.#own.add(copy)
    return copy
  }
}

/** What is at a key or an index; undefined if nothing is. */
export function valueAt(container: Container, key: string): JsonValue | undefined {
  if (isObject(container)) return memberOf(container, key)
  const index = indexOf(key, container.length)
  return index === undefined ? undefined : container[index]
}

function isContainer(value: JsonValue | undefined): value is Container {
  return typeof value === 'object' && value !== null
}

/** An index below a length; upstream counts negative ones from the end and takes a plus and leading zeros. */
function indexOf(key: string, length: number): number | undefined {
  if (!/^[+-]?[0-9]+$/.test(key)) return undefined
  const number = Number(key)
  const index = number < 0 ? number + length : number
  return index >= 0 && index < length ? index : undefined
}

function unescaped(key: string): string {
  return key.replaceAll(/~[01]/g, (sequence) => (sequence === '~1' ? '/' : '~'))
}
