import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import type { CelObjectType, CelType } from '../cel-type.ts'
import type { CelValue } from '../cel-value.ts'
import { CelMap } from './cel-map.ts'
import { escapeName, unescapeName } from './escape-name.ts'

/** A JSON object with known fields. Fields that the type does not name stay hidden; a null field counts as absent. */
export class JsonRecord extends CelMap {
  readonly json: JsonObject
  readonly #fields: Readonly<Record<string, CelType>>
  readonly #read: (value: JsonValue, type: CelType) => CelValue

  constructor(json: JsonObject, type: CelObjectType, read: (value: JsonValue, type: CelType) => CelValue) {
    super()
    this.json = json
    this.#fields = type.fields
    this.#read = read
  }

  override get size(): number {
    return Object.keys(this.json).filter((key) => this.json[key] !== undefined).length
  }

  override get(key: CelValue): CelValue | undefined {
    if (typeof key !== 'string') return undefined
    const name = unescapeName(key)
    return name === undefined ? undefined : this.field(name)
  }

  /** A field by its name in JSON. */
  field(name: string): CelValue | undefined {
    const value = Object.hasOwn(this.json, name) ? this.json[name] : undefined
    if (value === undefined || value === null) return undefined
    const type = this.knows(name) ? this.#fields[name] : undefined
    return type === undefined ? undefined : this.#read(value, type)
  }

  knows(name: string): boolean {
    return Object.hasOwn(this.#fields, name)
  }

  override keys(): readonly string[] {
    return Object.keys(this.json)
      .filter((name) => this.json[name] !== undefined && this.knows(name))
      .map((name) => escapeName(name) ?? name)
  }
}
