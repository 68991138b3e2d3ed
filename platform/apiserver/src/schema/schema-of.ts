import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { EXTENSIONS, PLAIN_FIELDS } from './open-api-fields.ts'
import type { Schema } from './schema.ts'

/** Reads a CRD's openAPIV3Schema. Takes it as it is: whether it is structural is for `checkStructural` to say. */
export function schemaOf(openApi: JsonObject): Schema {
  const schema: Record<string, unknown> = {}
  for (const field of PLAIN_FIELDS) if (isPresent(openApi[field])) schema[field] = openApi[field]
  for (const [field, extension] of EXTENSIONS) {
    if (isPresent(openApi[extension])) schema[field] = openApi[extension]
  }
  const { properties, items, not, additionalProperties } = openApi
  if (isObject(properties)) schema.properties = schemasOf(properties)
  if (isObject(items)) schema.items = schemaOf(items)
  if (isObject(not)) schema.not = schemaOf(not)
  if (isObject(additionalProperties)) schema.additionalProperties = schemaOf(additionalProperties)
  if (typeof additionalProperties === 'boolean') schema.additionalProperties = additionalProperties
  for (const junctor of ['allOf', 'anyOf', 'oneOf'] as const) {
    const branches = openApi[junctor]
    if (isList(branches)) schema[junctor] = branches.filter(isObject).map(schemaOf)
  }
  return schema as Schema
}

function schemasOf(properties: JsonObject): Record<string, Schema> {
  const schemas: Record<string, Schema> = Object.create(null)
  for (const [name, property] of Object.entries(properties)) {
    if (isObject(property)) schemas[name] = schemaOf(property)
  }
  return schemas
}

function isPresent(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}
