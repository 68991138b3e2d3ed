import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { CelValue } from '../cel-value.ts'
import { CelMap } from './cel-map.ts'

/** A JSON object whose keys are data: a map from strings. */
export class JsonMap extends CelMap {
  readonly json: JsonObject
  readonly #read: (value: JsonValue) => CelValue
  #size = -1

  constructor(json: JsonObject, read: (value: JsonValue) => CelValue) {
    super()
    this.json = json
    this.#read = read
  }

  override get size(): number {
    if (this.#size < 0) this.#size = this.keys().length
    return this.#size
  }

  override get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string' || !Object.hasOwn(this.json, key)) return undefined
    const value = this.json[key]
    return value === undefined ? undefined : this.#read(value)
  }

  override keys(): readonly string[] {
    return Object.keys(this.json).filter((key) => this.json[key] !== undefined)
  }
}
