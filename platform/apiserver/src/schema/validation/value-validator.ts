import { formatJson } from '../../json/format-json.ts'
import { isSame, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { CompilePattern, Pattern } from '../compile-pattern.ts'
import { formatCheckOf } from '../formats/formats.ts'
import { quoted } from '../go-text.ts'
import { type Kind, kindOf } from '../kind-of.ts'
import type { Schema } from '../schema.ts'
import type { Correlation } from './correlation.ts'
import type { Findings } from './findings.ts'
import { Junctors } from './junctors.ts'
import { checkNumber, isNearlyWhole } from './number-checks.ts'

export interface ValidatorOptions {
  readonly compilePattern: CompilePattern
  /** Whether the value is the default of the schema: Kubernetes then knows no int-or-string, but every format. */
  readonly isDefault?: boolean
}

/** A schema compiled for validation; finds what Kubernetes finds, in its words and its order. */
export class ValueValidator {
  readonly #schema: Schema
  readonly #types: readonly string[]
  /** Only those that Kubernetes validates; `int32` for one is not among them. */
  readonly #format: string
  readonly #isFormat: ((text: string) => boolean) | undefined
  readonly #pattern: Pattern | string | undefined
  readonly #junctors: Junctors | undefined
  readonly #items: ValueValidator | undefined
  readonly #properties: readonly (readonly [string, ValueValidator])[]
  readonly #additional: ValueValidator | undefined
  readonly #ownMatches: number

  constructor(schema: Schema, options: ValidatorOptions) {
    const compile = (part: Schema) => new ValueValidator(part, options)
    const { compilePattern, isDefault = false } = options
    const { additionalProperties } = schema
    this.#schema = schema
    this.#types = typesOf(schema, isDefault)
    this.#isFormat = formatCheckOf(schema.format)
    this.#format = this.#isFormat === undefined && !isDefault ? '' : (schema.format ?? '')
    this.#pattern = schema.pattern ? compiled(schema.pattern, compilePattern) : undefined
    this.#junctors = Junctors.of(schema, compile)
    this.#items = schema.items && compile(schema.items)
    this.#properties = Object.entries(schema.properties ?? {})
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, property]) => [name, compile(property)])
    this.#additional = typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined
    this.#ownMatches = this.#hasType() ? 5 : 4
  }

  /** Adds to `found` what is wrong with the value; what did not change since `old` may stay wrong. */
  check(value: JsonValue, path: string, found: Findings, old?: Correlation): void {
    const before = found.list.length
    this.#checkNew(value, path, found, old)
    if (old !== undefined && found.list.length > before && old.isUnchanged()) found.forgetFrom(before)
  }

  #checkNew(value: JsonValue, path: string, found: Findings, old?: Correlation): void {
    const kind = kindOf(value)
    if (kind === 'null') return this.#checkNull(path, found)
    found.matches += this.#ownMatches
    if (this.#hasType()) this.#checkType(value, kind, path, found)
    this.#junctors?.check(value, path, found)
    if (kind === 'string') this.#checkString(value as string, path, found)
    else if (kind === 'integer' || kind === 'number') {
      found.matches += 2
      checkNumber(value as number, this.#schema, { path, found })
    } else if (kind === 'array') this.#checkList(value as readonly JsonValue[], path, found, old)
    if (this.#schema.enum !== undefined) this.#checkEnum(value, path, found)
    if (kind === 'object') this.#checkObject(value as JsonObject, path, found, old)
  }

  #hasType(): boolean {
    return this.#types.length > 0 || this.#format !== ''
  }

  #checkNull(path: string, found: Findings): void {
    if (this.#types.length > 0 && !this.#schema.nullable) addType(found, path, this.#types.join(','), 'null')
    else found.matches++
    if (this.#schema.enum !== undefined) this.#checkEnum(null, path, found)
  }

  #checkType(value: JsonValue, kind: Kind, path: string, found: Findings): void {
    const types = this.#types
    const fits =
      types.includes(kind) ||
      (kind === 'integer' && types.includes('number')) ||
      (kind === 'number' && types.includes('integer') && isNearlyWhole(value as number))
    const format = this.#format
    if (format !== '') {
      const isText = kind === 'string' || kind === 'array'
      const numeric = types.includes('number') || types.includes('integer')
      if (!isText && !fits && GO_FORMATS[kind] !== format)
        return addType(found, path, format, GO_FORMATS[kind] ?? '')
      // Kubernetes takes lists for texts here, so a list passes as a date.
      if (isText && !numeric) {
        found.matches++
        return
      }
    }
    if (fits) found.matches++
    else addType(found, path, types.join(','), kind)
  }

  #checkString(value: string, path: string, found: Findings): void {
    found.matches++
    const { minLength, maxLength } = this.#schema
    if (maxLength !== undefined && isLonger(value, maxLength)) {
      const message = `${path} in body should be at most ${maxLength} chars long`
      found.add({ what: 'too-long', path, message, limit: maxLength })
    } else if (minLength !== undefined && isShorter(value, minLength)) {
      const message = `${path} in body should be at least ${minLength} chars long`
      found.add({ what: 'invalid', path, message, value })
    } else if (this.#pattern !== undefined && !matches(this.#pattern, value)) {
      const why = typeof this.#pattern === 'string' ? `, but pattern is invalid: ${this.#pattern}` : ''
      const message = `${path} in body should match '${this.#schema.pattern}${why}'`
      found.add({ what: 'invalid', path, message, value })
    }
    if (this.#isFormat === undefined) return
    found.matches++
    if (this.#isFormat(value)) return
    const message = `${path} in body must be of type ${this.#format}: ${quoted(value)}`
    found.add({ what: 'type', path, message, value })
  }

  #checkList(list: readonly JsonValue[], path: string, found: Findings, old?: Correlation): void {
    const { minItems, maxItems } = this.#schema
    const items = this.#items
    found.matches += 2
    if (items !== undefined) {
      for (let at = 0; at < list.length; at++) {
        items.check(list[at] as JsonValue, `${path}[${at}]`, found, old?.item(at))
      }
    }
    if (minItems !== undefined && list.length < minItems) {
      const message = `${path} in body should have at least ${minItems} items`
      found.add({ what: 'invalid', path, message, value: list.length })
    }
    if (maxItems !== undefined && list.length > maxItems) {
      const message = `${path} in body should have at most ${maxItems} items`
      found.add({ what: 'too-many', path, message, value: list.length, limit: maxItems })
    }
  }

  #checkEnum(value: JsonValue, path: string, found: Findings): void {
    const supported = this.#schema.enum ?? []
    if (
      supported.length === 0 ||
      (value !== null && supported.some((one) => isSame(one, value) || isTakenFor(value, one)))
    )
      return
    const message = `${path} in body should be one of ${formatJson(supported)}`
    found.add({ what: 'enum', path, message, value, supported })
  }

  #checkObject(object: JsonObject, path: string, found: Findings, old?: Correlation): void {
    found.matches++
    this.#checkSize(object, path, found)
    if (this.#additional !== undefined || this.#schema.additionalProperties === false) {
      this.#checkAdditional(object, path, found, old)
    }
    const prefix = path === '' ? '' : `${path}.`
    for (const [name, property] of this.#properties) {
      if (!Object.hasOwn(object, name)) continue
      const value = object[name]
      if (value === undefined) continue
      const isTypeMeta = path === '' && (name === 'kind' || name === 'apiVersion')
      property.check(value, prefix + name, found, isTypeMeta ? undefined : old?.field(name))
    }
    for (const name of this.#schema.required ?? []) {
      if (Object.hasOwn(object, name) && object[name] !== undefined) continue
      found.add({ what: 'required', path: `${path}.${name}`, message: `${path}.${name} in body is required` })
    }
  }

  #checkSize(object: JsonObject, path: string, found: Findings): void {
    const { minProperties, maxProperties } = this.#schema
    if (minProperties === undefined && maxProperties === undefined) return
    const size = Object.keys(object).length
    if (minProperties !== undefined && size < minProperties) {
      const message = `${path} in body should have at least ${minProperties} properties`
      found.add({ what: 'invalid', path, message, value: size })
    }
    if (maxProperties !== undefined && size > maxProperties) {
      const message = `${path} in body should have at most ${maxProperties} properties`
      found.add({ what: 'too-many', path, message, value: size, limit: maxProperties })
    }
  }

  #checkAdditional(object: JsonObject, path: string, found: Findings, old?: Correlation): void {
    const { properties = {} } = this.#schema
    for (const key of Object.keys(object)) {
      const value = object[key]
      if (value === undefined || Object.hasOwn(properties, key)) continue
      if (this.#additional !== undefined)
        this.#additional.check(value, `${path}.${key}`, found, old?.field(key))
      else {
        const message = `${path}.${key} in body is a forbidden property`
        found.add({ what: 'invalid', path, message, value: key })
      }
    }
  }
}

function typesOf({ intOrString, type }: Schema, isDefault: boolean): readonly string[] {
  if (intOrString && !isDefault) return ['integer', 'string']
  return type ? [type] : []
}

const GO_FORMATS: Readonly<Partial<Record<Kind, string>>> = { integer: 'int64', number: 'float64' }

/** Kubernetes converts before it compares: a fraction is cut, and a number is taken for the character of that code. */
function isTakenFor(value: JsonValue, supported: JsonValue): boolean {
  if (typeof value !== 'number') return false
  if (typeof supported === 'number') return Number.isSafeInteger(supported) && Math.trunc(value) === supported
  return typeof supported === 'string' && supported.codePointAt(0) === value && [...supported].length === 1
}

function addType(found: Findings, path: string, wanted: string, actual: string): void {
  const message = `${path} in body must be of type ${wanted}: "${actual}"`
  found.add({ what: 'type', path, message, value: actual })
}

function compiled(pattern: string, compilePattern: CompilePattern): Pattern | string {
  try {
    return compilePattern(pattern)
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

function matches(pattern: Pattern | string, text: string): boolean {
  return typeof pattern !== 'string' && pattern.test(text)
}

/** Lengths count characters, of which a text has at most as many as UTF-16 units and at least half. */
function isLonger(text: string, limit: number): boolean {
  return text.length > limit && [...text].length > limit
}

function isShorter(text: string, limit: number): boolean {
  return text.length < limit * 2 && [...text].length < limit
}
