/** A map that forgets what was not used for longest once it holds too much. */
export class BoundedMap<Key, Value> {
  readonly #map = new Map<Key, Value>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  get size(): number {
    return this.#map.size
  }

  get(key: Key): Value | undefined {
    const value = this.#map.get(key)
    if (value !== undefined) {
      this.#map.delete(key)
      this.#map.set(key, value)
    }
    return value
  }

  set(key: Key, value: Value): void {
    this.#map.delete(key)
    this.#map.set(key, value)
    if (this.#map.size <= this.#most) return
    const [oldest] = this.#map.keys()
    this.#map.delete(oldest as Key)
  }

  delete(key: Key): void {
    this.#map.delete(key)
  }
}
