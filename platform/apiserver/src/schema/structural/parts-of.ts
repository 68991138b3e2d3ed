import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

/** A schema inside another one, and where. */
export interface Part {
  readonly schema: JsonObject
  readonly path: string
}

/** The properties of a schema in the order of their names: Kubernetes has none, but messages should not jump about. */
export function propertiesOf(
  schema: JsonObject,
  path: string,
): readonly (Part & { readonly name: string })[] {
  if (!isObject(schema.properties)) return []
  return Object.entries(schema.properties)
    .filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, property]) => ({ name, schema: property, path: `${path}.properties[${name}]` }))
}

export function propertyOf(schema: JsonObject | undefined, name: string): JsonObject | undefined {
  const properties = schema?.properties
  if (!isObject(properties) || !Object.hasOwn(properties, name)) return undefined
  const property = properties[name]
  return isObject(property) ? property : undefined
}

/** The schema under a name such as `items` or `not`. */
export function partOf(schema: JsonObject, name: string, path: string): readonly Part[] {
  const part = schema[name]
  return isObject(part) ? [{ schema: part, path: `${path}.${name}` }] : []
}

/** The branches of an allOf, anyOf or oneOf. */
export function branchesOf(schema: JsonObject, junctor: string, path: string): readonly Part[] {
  const branches = schema[junctor]
  if (!isList(branches)) return []
  return branches
    .filter(isObject)
    .map((branch, at) => ({ schema: branch, path: `${path}.${junctor}[${at}]` }))
}

/** Whether something stands there that Kubernetes does not take for nothing. */
export function isSet(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === '') return false
  return !isList(value) || value.length > 0
}

/** The type of a schema; empty where it has none. */
export function typeOf(schema: JsonObject): string {
  return typeof schema.type === 'string' ? schema.type : ''
}
