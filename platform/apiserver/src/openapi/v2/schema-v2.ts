import { isList, isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'

const V3 = '#/components/schemas/'
/** What OpenAPI v2 has no words for, or what its clients in Kubernetes stumble over. */
const LEFT_OUT = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'nullable', 'default', 'example'])
const PRESERVE = 'x-kubernetes-preserve-unknown-fields'
const EMBEDDED = 'x-kubernetes-embedded-resource'
const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'

/** What every embedded object has, as a real server publishes it. */
const EMBEDDED_PROPERTIES: JsonObject = {
  apiVersion: {
    type: 'string',
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`,
  },
  kind: {
    type: 'string',
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  },
  metadata: {
    description: `Standard object's metadata. More info: ${CONVENTIONS}#metadata`,
    $ref: '#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
  },
}

/**
 * A schema of OpenAPI v3 as v2 can say it, with what a real server leaves out so that kubectl understands it: no type
 * for what may be null, nothing below what keeps unknown fields.
 */
export function schemaV2(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([name]) => !LEFT_OUT.has(name))
  const base: Record<string, JsonValue | undefined> = { ...Object.fromEntries(kept), ...referenceIn(schema) }
  const open = schema.nullable === true || schema[PRESERVE] === true
  if (base.type === undefined && !open && isEitherText(schema)) base.type = 'string'
  if (open) {
    for (const name of ['items', 'properties']) delete base[name]
    if (schema.nullable === true || base.type === 'object') delete base.type
  }
  if (base.type === 'array' && base.items === undefined) delete base.type
  const required = requiredOf(schema)
  if (required.length > 0) base.required = required
  else delete base.required
  return withEmbedded(withNested(base))
}

function withNested(schema: JsonObject): JsonObject {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(isObject(properties) && { properties: schemasV2(properties) }),
    ...(isObject(items) && { items: schemaV2(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: schemaV2(additionalProperties) }),
  }
}

/** Each schema of a map of them. */
export function schemasV2(schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, isObject(schema) ? schemaV2(schema) : schema]),
  )
}

/** The one reference of a schema: v3 wraps it into `allOf` to say something besides it. */
function referenceIn({ $ref, allOf }: JsonObject): JsonObject {
  const wrapped = isList(allOf) && isObject(allOf[0]) ? allOf[0].$ref : undefined
  const reference = $ref ?? wrapped
  return typeof reference === 'string' ? { $ref: reference.replace(V3, '#/definitions/') } : {}
}

/** Quantities, and what is a number or text. */
function isEitherText({ oneOf, 'x-kubernetes-int-or-string': either }: JsonObject): boolean {
  return either !== true && isList(oneOf) && oneOf.some((it) => isObject(it) && it.type === 'string')
}

/** Without what may be null: v2 cannot say that it is there and empty. */
function requiredOf({ required, properties, additionalProperties }: JsonObject): readonly JsonValue[] {
  if (!isList(required) || isNullable(additionalProperties)) return []
  return required.filter((name) => !(isObject(properties) && isNullable(properties[String(name)])))
}

function isNullable(schema: JsonValue | undefined): boolean {
  return isObject(schema) && schema.nullable === true
}

function withEmbedded(schema: JsonObject): JsonObject {
  if (schema[EMBEDDED] !== true || schema[PRESERVE] === true) return schema
  const required = isList(schema.required) ? schema.required : []
  const missing = ['kind', 'apiVersion'].filter((name) => !required.includes(name))
  const properties = isObject(schema.properties) ? schema.properties : {}
  return {
    ...schema,
    properties: { ...properties, ...EMBEDDED_PROPERTIES },
    required: [...required, ...missing],
  }
}
