import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { jsonText } from '../go-text.ts'
import type { Schema } from '../schema.ts'

/** A value of an update beside the one that stood in its place: what did not change may stay wrong. */
export class Correlation {
  readonly #schema: Schema
  readonly #value: JsonValue
  readonly #old: JsonValue

  constructor(schema: Schema, value: JsonValue, old: JsonValue) {
    this.#schema = schema
    this.#value = value
    this.#old = old
  }

  /** Undefined where the field is new, gone or not in the schema. */
  field(name: string): Correlation | undefined {
    const schema = fieldSchemaOf(this.#schema, name)
    if (schema === undefined || !isObject(this.#value) || !isObject(this.#old)) return undefined
    const value = ownField(this.#value, name)
    const old = ownField(this.#old, name)
    return value === undefined || old === undefined ? undefined : new Correlation(schema, value, old)
  }

  /** Only items of map lists can be told apart: undefined for every other list. */
  item(at: number): Correlation | undefined {
    const { listType, listMapKeys = [], items } = this.#schema
    if (listType !== 'map' || items === undefined || !isList(this.#value) || !isList(this.#old))
      return undefined
    const value = this.#value[at]
    const key = keyOf(value, listMapKeys)
    if (value === undefined || key === undefined) return undefined
    const old = this.#old.find((item) => keyOf(item, listMapKeys) === key)
    return old === undefined ? undefined : new Correlation(items, value, old)
  }

  /** Whether nothing changed; the order of map lists does not count, what the schema does not know never is the same. */
  isUnchanged(): boolean {
    const value = this.#value
    const old = this.#old
    if (isList(value)) {
      if (!isList(old) || value.length !== old.length) return false
      if (this.#schema.listType !== 'map') return isSame(value, old)
      return value.every((_, at) => this.item(at)?.isUnchanged() ?? false)
    }
    if (!isObject(value)) return isSame(value, old)
    if (!isObject(old) || Object.keys(value).length !== Object.keys(old).length) return false
    return Object.keys(value).every((name) => this.field(name)?.isUnchanged() ?? false)
  }
}

function fieldSchemaOf({ properties, additionalProperties }: Schema, name: string): Schema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

function ownField(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function keyOf(item: JsonValue | undefined, names: readonly string[]): string | undefined {
  if (!isObject(item) || names.length === 0) return undefined
  const keys: JsonValue[] = []
  for (const name of names) {
    const key = ownField(item, name)
    if (key === undefined || key === null || typeof key === 'object') return undefined
    keys.push(key)
  }
  return jsonText(keys)
}
