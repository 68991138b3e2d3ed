import type { CelValue } from '../cel-value.ts'
import { mapKeyOf } from './map-key.ts'

/** Keys and values; objects with known fields are maps as well. */
export abstract class CelMap {
  readonly typeName = 'map'

  abstract readonly size: number
  /** The value of a key; undefined when it is not there. */
  abstract get(key: CelValue): CelValue | undefined
  abstract keys(): readonly CelValue[]
}

interface Entry {
  readonly at: number
  readonly key: CelValue
  readonly value: CelValue
}

/** A map that an expression made. Those made from it by adding entries share its own with it. */
export class BuiltMap extends CelMap {
  override readonly size: number
  readonly #entries: Map<string, Entry>

  constructor(entries: Iterable<readonly [CelValue, CelValue]>, base?: BuiltMap) {
    super()
    const shared = base !== undefined && base.#entries.size === base.size
    this.#entries = shared ? base.#entries : new Map(base === undefined ? [] : base.#own())
    for (const [key, value] of entries) {
      const id = mapKeyOf(key) ?? ''
      this.#entries.set(id, { at: this.#entries.get(id)?.at ?? this.#entries.size, key, value })
    }
    this.size = this.#entries.size
  }

  override get(key: CelValue): CelValue | undefined {
    const id = mapKeyOf(key)
    const found = id === undefined ? undefined : this.#entries.get(id)
    return found !== undefined && found.at < this.size ? found.value : undefined
  }

  override keys(): readonly CelValue[] {
    return this.#own().map(([, { key }]) => key)
  }

  /** A map with more entries, whose keys are new to this one. */
  plus(entries: Iterable<readonly [CelValue, CelValue]>): BuiltMap {
    return new BuiltMap(entries, this)
  }

  #own(): (readonly [string, Entry])[] {
    return [...this.#entries].filter(([, { at }]) => at < this.size)
  }
}
