import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import { branchesOf, isSet, partOf, propertiesOf } from './parts-of.ts'

/** Says why a schema cannot be read as a structural one at all; undefined if it can. */
export function unsupportedField(schema: JsonObject): string | undefined {
  for (const [field, name] of UNSUPPORTED) {
    if (isThere(schema[field])) return `OpenAPIV3Schema '${name}' is not supported`
  }
  if (isList(schema.items) && schema.items.length > 0) {
    return "OpenAPIV3Schema 'items' must be a schema, but is an array"
  }
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined"
  }
  const parts = [
    ...['not', 'items', 'additionalProperties'].flatMap((name) => partOf(schema, name, '')),
    ...['allOf', 'anyOf', 'oneOf'].flatMap((junctor) => branchesOf(schema, junctor, '')),
    ...propertiesOf(schema, ''),
  ]
  for (const part of parts) {
    const why = unsupportedField(part.schema)
    if (why !== undefined) return why
  }
  return undefined
}

const UNSUPPORTED = [
  ['id', 'id'],
  ['$schema', 'schema'],
  ['$ref', '$ref'],
  ['patternProperties', 'patternProperties'],
  ['dependencies', 'dependencies'],
  ['additionalItems', 'additionalItems'],
  ['definitions', 'definitions'],
] as const

function isThere(value: JsonValue | undefined): boolean {
  if (value === false) return true
  return isObject(value) ? Object.keys(value).length > 0 : isSet(value)
}
