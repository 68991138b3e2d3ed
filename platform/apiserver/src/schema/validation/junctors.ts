import type { JsonValue } from '../../json/json-value.ts'
import { quoted } from '../go-text.ts'
import type { Schema } from '../schema.ts'
import { Findings } from './findings.ts'
import type { ValueValidator } from './value-validator.ts'

/** The anyOf, oneOf, allOf and not of a schema, compiled. */
export class Junctors {
  readonly #anyOf: readonly ValueValidator[]
  readonly #oneOf: readonly ValueValidator[]
  readonly #allOf: readonly ValueValidator[]
  readonly #not: ValueValidator | undefined

  private constructor(schema: Schema, compile: (branch: Schema) => ValueValidator) {
    this.#anyOf = (schema.anyOf ?? []).map(compile)
    this.#oneOf = (schema.oneOf ?? []).map(compile)
    this.#allOf = (schema.allOf ?? []).map(compile)
    this.#not = schema.not && compile(schema.not)
  }

  /** Undefined where the schema has none. */
  static of(schema: Schema, compile: (branch: Schema) => ValueValidator): Junctors | undefined {
    const { anyOf = [], oneOf = [], allOf = [], not } = schema
    if (anyOf.length + oneOf.length + allOf.length === 0 && not === undefined) return undefined
    return new Junctors(schema, compile)
  }

  check(value: JsonValue, path: string, found: Findings): void {
    if (this.#anyOf.length > 0) this.#checkAnyOf(value, path, found)
    if (this.#oneOf.length > 0) this.#checkOneOf(value, path, found)
    if (this.#allOf.length > 0) this.#checkAllOf(value, path, found)
    if (this.#not !== undefined && resultOf(this.#not, value, path).list.length === 0) {
      say(found, `${quoted(path)} must not validate the schema (not)`)
    }
  }

  #checkAnyOf(value: JsonValue, path: string, found: Findings): void {
    let best: Findings | undefined
    for (const branch of this.#anyOf) {
      const result = resultOf(branch, value, path)
      if (result.list.length === 0) return found.addAll(result)
      if (best === undefined || result.matches > best.matches) best = result
    }
    say(found, `${quoted(path)} must validate at least one schema (anyOf)`)
    if (best !== undefined) found.addAll(best)
  }

  #checkOneOf(value: JsonValue, path: string, found: Findings): void {
    const valid: Findings[] = []
    let best: Findings | undefined
    for (const branch of this.#oneOf) {
      const result = resultOf(branch, value, path)
      if (result.list.length === 0) valid.push(result)
      else if (best === undefined || result.matches > best.matches) best = result
    }
    const [first, second] = valid
    if (first !== undefined && second === undefined) return found.addAll(first)
    const why = first === undefined ? 'Found none valid' : `Found ${valid.length} valid alternatives`
    say(found, `${quoted(path)} must validate one and only one schema (oneOf). ${why}`)
    if (first === undefined && best !== undefined) found.addAll(best)
  }

  #checkAllOf(value: JsonValue, path: string, found: Findings): void {
    let valid = 0
    for (const branch of this.#allOf) {
      const result = resultOf(branch, value, path)
      if (result.list.length === 0) valid++
      found.addAll(result)
    }
    if (valid === this.#allOf.length) return
    const why = valid === 0 ? '. None validated' : ''
    say(found, `${quoted(path)} must validate all the schemas (allOf)${why}`)
  }
}

function resultOf(branch: ValueValidator, value: JsonValue, path: string): Findings {
  const result = new Findings()
  branch.check(value, path, result)
  return result
}

function say(found: Findings, message: string): void {
  found.add({ what: 'junctor', path: '', message })
}
