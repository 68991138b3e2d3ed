import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { FieldError } from '../../status/field-error.ts'
import { checkListType } from './check-list-type.ts'
import { forbidden, invalid, unsupported } from './complaints.ts'
import { branchesOf, isSet, type Part, partOf, propertiesOf, typeOf } from './parts-of.ts'

/** What is known of the place of a schema. */
interface Place {
  readonly isRoot?: boolean
  /** Inside of apiVersion, kind or metadata of a resource. */
  readonly inMeta?: boolean
  /** Why there may be no default. */
  readonly noDefaults?: string
}

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string']
const META = ['apiVersion', 'kind', 'metadata']

/** Checks that a schema uses only what Kubernetes supports of OpenAPI v3, and uses it consistently. */
export function checkOpenApi({ schema, path }: Part, place: Place = { isRoot: true }): readonly FieldError[] {
  const inside: Place = { ...place, isRoot: false }
  const below = (parts: readonly Part[], partPlace = inside) =>
    parts.flatMap((part) => checkOpenApi(part, partPlace))
  const noDefaults = 'inside additionalProperties applying to object metadata'
  return [
    ...checkSupport(schema, path, place),
    ...checkExclusions(schema, path),
    ...below(partOf(schema, 'additionalProperties', path), place.inMeta ? { ...inside, noDefaults } : inside),
    ...propertiesOf(schema, path).flatMap((part) => checkOpenApi(part, placeOf(part.name, schema, place))),
    ...below(partOf(schema, 'not', path)),
    ...['allOf', 'oneOf', 'anyOf'].flatMap((junctor) => below(branchesOf(schema, junctor, path))),
    ...below(definitionsOf(schema, path)),
    ...below(partOf(schema, 'items', path)),
    ...below(branchesOf(schema, 'items', path)),
    ...checkPreserve(schema, path),
    ...checkListType(schema, path),
  ]
}

function placeOf(name: string, schema: JsonObject, place: Place): Place {
  const isMeta = (place.isRoot || isSet(schema['x-kubernetes-embedded-resource'])) && META.includes(name)
  if (!isMeta) return { ...place, isRoot: false }
  const noDefaults = place.isRoot ? { noDefaults: `in top-level ${name}` } : {}
  return { ...place, ...noDefaults, isRoot: false, inMeta: true }
}

function checkSupport(schema: JsonObject, path: string, place: Place): readonly FieldError[] {
  const type = typeOf(schema)
  const errors: FieldError[] = []
  const refuse = (name: string, detail = `${name} is not supported`) =>
    errors.push(forbidden(`${path}.${name}`, detail))
  if (type !== '' && !TYPES.includes(type)) errors.push(unsupported(`${path}.type`, type, TYPES))
  if (place.noDefaults !== undefined && stands(schema.default)) {
    refuse('default', `must not be set ${place.noDefaults}`)
  }
  if (isSet(schema.id)) refuse('id')
  if (stands(schema.additionalItems)) refuse('additionalItems')
  if (hasFields(schema.patternProperties)) refuse('patternProperties')
  if (hasFields(schema.definitions)) refuse('definitions')
  if (stands(schema.dependencies)) refuse('dependencies')
  if (stands(schema.$ref)) refuse('$ref')
  if (type === 'null') refuse('type', 'type cannot be set to null, use nullable as an alternative')
  if (isList(schema.items) && schema.items.length > 0) {
    refuse('items', 'items must be a schema object and not an array')
  }
  if (place.inMeta && isSet(schema['x-kubernetes-embedded-resource'])) {
    refuse('x-kubernetes-embedded-resource', 'must not be used inside of resource meta')
  }
  return errors
}

function checkExclusions(schema: JsonObject, path: string): readonly FieldError[] {
  const { additionalProperties } = schema
  const errors: FieldError[] = []
  if (isSet(schema.uniqueItems)) {
    const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'
    errors.push(forbidden(`${path}.uniqueItems`, detail))
  }
  if (stands(additionalProperties) && additionalProperties !== true && hasFields(schema.properties)) {
    const detail = 'additionalProperties and properties are mutual exclusive'
    errors.push(forbidden(`${path}.additionalProperties`, detail))
  }
  return errors
}

function checkPreserve(schema: JsonObject, path: string): readonly FieldError[] {
  const name = 'x-kubernetes-preserve-unknown-fields'
  return schema[name] === false ? [invalid(`${path}.${name}`, false, 'must be true or undefined')] : []
}

function definitionsOf(schema: JsonObject, path: string): readonly Part[] {
  const named = (field: string): Part[] =>
    Object.entries(isObject(schema[field]) ? schema[field] : {}).flatMap(([name, part]) =>
      isObject(part) ? [{ schema: part, path: `${path}.${field}[${name}]` }] : [],
    )
  return [...named('definitions'), ...named('dependencies')]
}

function hasFields(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

function stands(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}
