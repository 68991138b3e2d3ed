import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { quote } from '../json/quote.ts'
import { ApiError } from '../status/api-error.ts'
import { type FieldTerm, fieldTermsOf } from './field-terms.ts'

/** Where a field's value is: a path such as `spec.nodeName`, or whatever finds it. */
export type FieldReader = string | ((object: JsonObject) => string)

/** What a kind offers to select by. */
export interface FieldSelectorOptions {
  /**
   * What can be asked for besides `metadata.name` and `metadata.namespace`. Give an empty table for a kind that has one
   * upstream, as every custom one has: it words its complaints differently.
   */
  readonly fields?: Readonly<Record<string, FieldReader>>
  /** The complaint about any other field, where a kind has its own, such as Job's `field label "x" not supported for Job`. */
  readonly unsupported?: (field: string) => string
}

type Read = (object: JsonObject) => string

/** Which objects are meant, by the fields that their kind offers for it: those that meet every term. */
export class FieldSelector {
  readonly terms: readonly FieldTerm[]
  readonly #readers: readonly Read[]

  constructor(terms: readonly FieldTerm[], readers: readonly Read[]) {
    this.terms = terms
    this.#readers = readers
  }

  /** Whether it asks for nothing, so that everything matches. */
  get isEmpty(): boolean {
    return this.terms.length === 0
  }

  matches(object: JsonObject): boolean {
    return this.terms.every(({ value, equal }, at) => (this.#readers[at]?.(object) === value) === equal)
  }

  /** The one value that a field must have to match, if there is such a term. */
  exactValueOf(field: string): string | undefined {
    return this.terms.find((term) => term.equal && term.field === field)?.value
  }
}

/** Reads `metadata.name=a,spec.x!=b`; throws an ApiError 400 in Kubernetes' words. */
export function parseFieldSelector(text: string, options: FieldSelectorOptions = {}): FieldSelector {
  const terms = fieldTermsOf(text)
  if (typeof terms === 'string') throw badRequest(terms)
  return new FieldSelector(
    terms,
    terms.map(({ field }) => readerOf(field, options)),
  )
}

function readerOf(field: string, { fields, unsupported }: FieldSelectorOptions): Read {
  const own = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
  const reader = own ?? (field === 'metadata.name' || field === 'metadata.namespace' ? field : undefined)
  if (typeof reader === 'function') return reader
  if (reader !== undefined) return readPath(reader)
  if (unsupported !== undefined) throw badRequest(unsupported(field))
  if (fields !== undefined) throw badRequest(`field label not supported: ${field}`)
  throw badRequest(
    `${quote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  )
}

/** What is absent reads as the empty string. */
function readPath(path: string): Read {
  const keys = path.replace(/^\./, '').split('.')
  return (object) => {
    let value: JsonValue | undefined = object
    for (const key of keys) {
      value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
    }
    return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
  }
}

function badRequest(message: string): ApiError {
  return new ApiError(message, { code: 400, reason: 'BadRequest' })
}
