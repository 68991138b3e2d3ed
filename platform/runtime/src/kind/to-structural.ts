import { isJsonObject } from '../json/json-value.ts'
import { SchemaError } from './schema-error.ts'
import type { StructuralSchema } from './structural-schema.ts'

type Json = Readonly<Record<string, unknown>>

/** Taken over as they are. Whatever is not here (`$id`, `$schema`, `examples`, marks of a library) is left out. */
const KEPT = [
  'type',
  'title',
  'description',
  'default',
  'nullable',
  'format',
  'enum',
  'minimum',
  'maximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
]
const REFUSED = ['$ref', 'oneOf', 'not', 'if', 'then', 'else', 'prefixItems', 'dependentSchemas', 'contains']

/** Turns a JSON Schema (of ours, of TypeBox, of any draft since 7) into what a CRD takes; refuses what it cannot say. */
export function toStructural(source: object, path = 'schema'): StructuralSchema {
  const given = withoutUnions(source as Json, path)
  const refused = REFUSED.find((keyword) => given[keyword] !== undefined)
  if (refused !== undefined)
    throw new SchemaError(path, `${refused} cannot be said there`, 'use a CEL rule instead')
  const result: Record<string, unknown> = {}
  for (const keyword of KEPT) if (given[keyword] !== undefined) result[keyword] = given[keyword]
  if (Array.isArray(result.required) && result.required.length === 0) delete result.required
  bounds(given, result)
  if (given.const !== undefined) constant(given.const, result)
  types(result, path)
  children(given, { result, path })
  lists(result, path)
  if (result.type === undefined && !isLoose(result)) {
    throw new SchemaError(path, 'it has no type', 'say its type, or schema.any() to keep whatever is there')
  }
  return result as StructuralSchema
}

/** Numbers in JSON Schema, flags beside minimum and maximum in a CRD. */
function bounds(given: Json, result: Record<string, unknown>): void {
  for (const [exclusive, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const bound = given[exclusive]
    if (typeof bound === 'number') result[plain] = bound
    if (bound !== undefined && bound !== false) result[exclusive] = true
  }
}

function constant(value: unknown, result: Record<string, unknown>): void {
  result.enum = [value]
  result.type ??= typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value
}

/** `['string', 'null']` is a nullable string. */
function types(result: Record<string, unknown>, path: string): void {
  if (!Array.isArray(result.type)) return
  const plain = result.type.filter((type) => type !== 'null')
  if (plain.length !== 1) throw new SchemaError(path, `it has ${plain.length} types`, 'choose one')
  if (plain.length < result.type.length) result.nullable = true
  result.type = plain[0]
}

function children(given: Json, { result, path }: { result: Record<string, unknown>; path: string }): void {
  if (isJsonObject(given.items)) result.items = toStructural(given.items, `${path}[]`)
  if (isJsonObject(given.properties)) {
    const entries = Object.entries(given.properties)
    result.properties = Object.fromEntries(
      entries.map(([name, inner]) => [name, toStructural(inner as object, `${path}.${name}`)]),
    )
  }
  const others = given.additionalProperties ?? anyNamed(given.patternProperties, path)
  if (others === undefined || others === false) return
  if (others === true && result.properties !== undefined)
    result['x-kubernetes-preserve-unknown-fields'] = true
  else if (result.properties !== undefined) {
    throw new SchemaError(
      path,
      'it has both named and further properties',
      'put the further ones into a record of their own',
    )
  } else result.additionalProperties = others === true ? true : toStructural(others as object, `${path}.*`)
}

/** How TypeBox says a record. */
function anyNamed(patterns: unknown, path: string): unknown {
  if (!isJsonObject(patterns)) return undefined
  const schemas = Object.values(patterns)
  if (schemas.length > 1) throw new SchemaError(path, 'its properties depend on patterns of their names')
  return schemas[0]
}

function lists(result: Record<string, unknown>, path: string): void {
  if (result.type === 'array' && result.items === undefined)
    throw new SchemaError(path, 'its items have no schema')
  const keys = result['x-kubernetes-list-map-keys']
  if (!Array.isArray(keys)) return
  const items = result.items as StructuralSchema | undefined
  for (const key of keys as readonly string[]) {
    const property = items?.properties?.[key]
    if (property === undefined)
      throw new SchemaError(path, `its items have no ${key}, which is to be their key`)
    const given = items?.required?.includes(key) === true || property.default !== undefined
    if (!given) throw new SchemaError(path, `${key} is the key of its items, but may be left out`)
  }
}

function isLoose(result: Readonly<Record<string, unknown>>): boolean {
  return (
    result['x-kubernetes-int-or-string'] === true || result['x-kubernetes-preserve-unknown-fields'] === true
  )
}

/** Says unions of literals as an enum, of something and null as nullable, and intersections of objects as one object. */
function withoutUnions(given: Json, path: string): Json {
  if (Array.isArray(given.allOf)) {
    const { allOf, ...rest } = given
    return withoutUnions(intersection([rest, ...(allOf as readonly Json[])]), path)
  }
  if (!Array.isArray(given.anyOf) || given['x-kubernetes-int-or-string'] === true) return given
  const { anyOf, ...rest } = given
  const parts = (anyOf as readonly Json[]).filter(({ type }) => type !== 'null')
  const nullable = parts.length < anyOf.length ? { nullable: true } : {}
  const values = parts.map(valuesOf)
  if (values.every((each) => each !== undefined)) {
    const [type] = parts.map((part) => part.type ?? typeof (part.const ?? (part.enum as unknown[])[0]))
    return { type, ...rest, enum: values.flat(), ...nullable }
  }
  if (parts.length === 1) return { ...parts[0], ...rest, ...nullable }
  const [first, second, third] = parts.map(({ type }) => type).sort()
  if (first === 'integer' && second === 'string' && third === undefined) {
    return { ...rest, 'x-kubernetes-int-or-string': true, ...nullable }
  }
  throw new SchemaError(
    path,
    'it is a union of more than literals',
    'use one object with optional fields and a CEL rule',
  )
}

function valuesOf(part: Json): readonly unknown[] | undefined {
  if (part.const !== undefined) return [part.const]
  return Array.isArray(part.enum) ? part.enum : undefined
}

function intersection(parts: readonly Json[]): Json {
  const properties = Object.assign({}, ...parts.map((part) => part.properties))
  const required = [
    ...new Set(parts.flatMap((part) => (part.required as readonly string[] | undefined) ?? [])),
  ]
  const named = Object.keys(properties).length > 0 ? { properties } : {}
  return Object.assign({}, ...parts, named, required.length > 0 ? { required } : {})
}
