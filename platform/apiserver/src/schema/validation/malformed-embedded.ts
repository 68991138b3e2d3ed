import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { shown } from '../go-text.ts'
import { kindOf } from '../kind-of.ts'
import type { Schema } from '../schema.ts'

/**
 * The first embedded resource whose apiVersion, kind or metadata has the wrong type: Kubernetes cannot even decode it,
 * and answers 400 with this text. What is inside of metadata is not looked at.
 */
export function malformedEmbedded(
  value: JsonValue | undefined,
  schema: Schema | undefined,
  path = '',
): FieldError | undefined {
  if (schema === undefined || typeof value !== 'object' || value === null) return undefined
  if (isList(value)) {
    return firstOf(value.entries(), ([at, item]) => malformedEmbedded(item, schema.items, `${path}[${at}]`))
  }
  const object = value as JsonObject
  const own = schema.embeddedResource ? malformedResource(object, path) : undefined
  if (own !== undefined) return own
  const { properties = {}, additionalProperties } = schema
  return firstOf(Object.entries(object), ([key, field]) => {
    if (Object.hasOwn(properties, key)) return malformedEmbedded(field, properties[key], childOf(path, key))
    if (typeof additionalProperties !== 'object') return undefined
    return malformedEmbedded(field, additionalProperties, `${path}[${key}]`)
  })
}

function malformedResource(resource: JsonObject, path: string): FieldError | undefined {
  for (const name of ['apiVersion', 'kind']) {
    const value = resource[name]
    if (value !== undefined && typeof value !== 'string')
      return invalid(childOf(path, name), value, 'must be a string')
  }
  const { metadata } = resource
  if (metadata === undefined || metadata === null || isObject(metadata)) return undefined
  const kind = GO_KINDS[kindOf(metadata)] ?? kindOf(metadata)
  const detail = `json: cannot unmarshal ${kind} into Go value of type v1.ObjectMeta`
  return invalid(childOf(path, 'metadata'), metadata, detail)
}

const GO_KINDS: Readonly<Record<string, string>> = { integer: 'number', boolean: 'bool' }

function invalid(field: string, value: JsonValue, detail: string): FieldError {
  return { field, type: 'FieldValueInvalid', value: shown(value), detail }
}

function childOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function firstOf<T>(items: Iterable<T>, find: (item: T) => FieldError | undefined): FieldError | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
