/** Finds objects by values that a function takes out of them. */
export type IndexFunction<T> = (object: T) => readonly string[] | string | undefined

/** Which keys have which value. */
export class ObjectIndex<T> {
  readonly values: IndexFunction<T>
  readonly #keys = new Map<string, Set<string>>()

  constructor(values: IndexFunction<T>) {
    this.values = values
  }

  keys(value: string): Iterable<string> {
    return this.#keys.get(value) ?? []
  }

  /** Takes note that an object has changed. A function that fails has no values. */
  update(key: string, before: T | undefined, after: T | undefined): void {
    for (const value of this.#of(before)) {
      const keys = this.#keys.get(value)
      keys?.delete(key)
      if (keys?.size === 0) this.#keys.delete(value)
    }
    for (const value of this.#of(after)) {
      const keys = this.#keys.get(value)
      if (keys === undefined) this.#keys.set(value, new Set([key]))
      else keys.add(key)
    }
  }

  #of(object: T | undefined): readonly string[] {
    if (object === undefined) return []
    try {
      const found = this.values(object) ?? []
      return typeof found === 'string' ? [found] : found
    } catch {
      return []
    }
  }
}
