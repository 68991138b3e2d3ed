import { goKind } from '../admission/read-answer.ts'
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { type ApiObject, metaOf } from '../resources/api-object.ts'
import { labelKeyErrors, labelValueErrors } from '../selectors/label-syntax.ts'
import type { ApiError } from '../status/api-error.ts'
import { conversionError } from './conversion-error.ts'

/** An object that a webhook has sent back for another. */
export interface ConvertedObject {
  readonly original: ApiObject
  readonly converted: JsonValue
  readonly apiVersion: string
  /** What was converted, as messages have it. */
  readonly about: string
  /** Its place among several. */
  readonly index: number | undefined
}

/** The converted object with the metadata that it had; of that, a webhook may change labels and annotations only. Throws an ApiError 500. */
export function checkConverted({
  original,
  converted,
  apiVersion,
  about,
  index,
}: ConvertedObject): ApiObject {
  const object = index === undefined ? 'object' : `converted object at index ${index}`
  const fail = (what: string, why: string): ApiError =>
    conversionError(`conversion webhook for ${about} returned invalid ${what}: ${why}`)
  if (!isObject(converted)) {
    const why = `json: cannot unmarshal ${goKind(converted)} into Go value of type map[string]interface {}`
    throw index === undefined ? conversionError(why) : fail(object, why)
  }
  const single = index === undefined ? 'object at index 0' : object
  if (converted.apiVersion !== apiVersion) {
    const received = textOf(converted.apiVersion)
    throw fail(single, `invalid groupVersion (expected ${apiVersion}, received ${received})`)
  }
  if (converted.kind !== original.kind) {
    throw fail(single, `invalid kind (expected ${original.kind}, received ${textOf(converted.kind)})`)
  }
  const other = identityError(original, converted)
  if (other !== undefined) throw fail(object, other)
  const metadata = restored(original, converted)
  if (typeof metadata !== 'string') return { ...converted, metadata } as ApiObject
  throw fail(index === undefined ? 'metadata' : `metadata in object at index ${index}`, metadata)
}

const SAME = [
  ['name', 'name'],
  ['namespace', 'namespace'],
  ['uid', 'UID'],
] as const

function identityError(original: ApiObject, converted: JsonObject): string | undefined {
  const [before, after] = [metaOf(original), metaOf(converted)]
  const changed = SAME.find(([field]) => textOf(before[field]) !== textOf(after[field]))
  if (changed === undefined) return undefined
  const [field, words] = changed
  return `must have the same ${words}: ${textOf(before[field])} != ${textOf(after[field])}`
}

/** The metadata as it was, with the labels and annotations that came back; or what is wrong with them. */
function restored(original: ApiObject, { metadata }: JsonObject): JsonObject | string {
  if (metadata === undefined) return 'missing metadata in converted object'
  if (!isObject(metadata)) return `invalid metadata of type ${goType(metadata)} in converted object`
  const kept: Record<string, JsonValue | undefined> = { ...original.metadata }
  for (const field of ['labels', 'annotations'] as const) {
    const given = metadata[field]
    delete kept[field]
    if (given === undefined || given === null) continue
    if (!isObject(given)) return `invalid metadata.${field} of type ${goType(given)} in converted object`
    const wrong = entriesError(field, given)
    if (wrong !== undefined) return wrong
    kept[field] = given
  }
  return kept
}

function entriesError(field: 'labels' | 'annotations', entries: JsonObject): string | undefined {
  const problems: string[] = []
  for (const [key, value = null] of Object.entries(entries)) {
    if (typeof value !== 'string') {
      return `metadata.${field}[${key}] must be a string, but is ${goType(value)} in converted object`
    }
    const path = field === 'labels' ? 'metadata.labels' : 'metadata.annotation'
    const name = field === 'labels' ? key : key.toLowerCase()
    for (const words of labelKeyErrors(name))
      problems.push(`${path}: Invalid value: ${JSON.stringify(key)}: ${words}`)
    if (field === 'annotations') continue
    for (const words of labelValueErrors(value)) {
      problems.push(`${path}: Invalid value: ${JSON.stringify(value)}: ${words}`)
    }
  }
  return problems.length > 1 ? `[${problems.join(', ')}]` : problems[0]
}

function goType(value: JsonValue): string {
  if (value === null) return '<nil>'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'object') return isObject(value) ? 'map[string]interface {}' : '[]interface {}'
  return Number.isInteger(Number(value)) ? 'int64' : 'float64'
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}
