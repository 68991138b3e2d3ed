import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { EXTENSIONS, PLAIN_FIELDS } from './open-api-fields.ts'
import type { Schema } from './schema.ts'

/** Writes a schema as OpenAPI v3, for publishing. `schemaOf` reads back the same schema. */
export function openApiOf(schema: Schema): JsonObject {
  const openApi: Record<string, JsonValue> = {}
  for (const field of PLAIN_FIELDS) put(openApi, field, schema[field])
  for (const [field, extension] of EXTENSIONS) put(openApi, extension, schema[field])
  const { properties, items, not, additionalProperties } = schema
  if (properties !== undefined) openApi.properties = openApisOf(properties)
  if (items !== undefined) openApi.items = openApiOf(items)
  if (not !== undefined) openApi.not = openApiOf(not)
  if (typeof additionalProperties === 'boolean') openApi.additionalProperties = additionalProperties
  else if (additionalProperties) openApi.additionalProperties = openApiOf(additionalProperties)
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = schema[junctor]
    if (branches !== undefined) openApi[junctor] = branches.map(openApiOf)
  }
  return openApi
}

function openApisOf(properties: Readonly<Record<string, Schema>>): JsonObject {
  const openApis: Record<string, JsonValue> = Object.create(null)
  for (const [name, property] of Object.entries(properties)) openApis[name] = openApiOf(property)
  return openApis
}

function put(openApi: Record<string, JsonValue>, name: string, value: unknown): void {
  if (value !== undefined) openApi[name] = value as JsonValue
}
