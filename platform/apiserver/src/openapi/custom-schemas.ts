import { formatJson } from '../json/format-json.ts'
import { isList, isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import { openApiFor } from '../kinds/open-api.ts'
import type { Resource } from '../resources/resource.ts'
import { openApiOf } from '../schema/open-api-of.ts'
import { listSchemaNameOf, SCALE_SCHEMA, schemaNameOf } from './schema-names.ts'

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md'
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
/** What requests about custom kinds and answers to them are made of. */
const SHARED = ['DeleteOptions', 'ListMeta', 'ObjectMeta', 'Patch', 'Status'].map((name) => `${META}.${name}`)

const TAKEN = /^io\.k8s\.(apimachinery\.|api\.core\.v1\.(ConfigMap|PodList)$|api\.autoscaling\.v1\.Scale)/

/** What an object that lies in another says of itself. */
const EMBEDDED: JsonObject = {
  apiVersion: {
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${CONVENTIONS}#resources`,
    type: 'string',
  },
  kind: {
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
    type: 'string',
  },
}

/** The schemas of custom kinds and of all that they and their requests refer to, in the order of their names. */
export function customSchemas(resources: readonly Resource[]): JsonObject {
  const own = resources.flatMap(schemasOf)
  const scaled = resources.some(({ subresources }) => subresources.some(({ name }) => name === 'scale'))
  const shared = new Map<string, JsonValue>()
  const take = (name: string): void => {
    const schema = known()[name]
    if (schema === undefined || shared.has(name)) return
    shared.set(name, schema)
    for (const [, found = ''] of formatJson(schema).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      take(found)
  }
  for (const name of scaled ? [...SHARED, SCALE_SCHEMA] : SHARED) take(name)
  return Object.fromEntries([...own, ...shared].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function schemasOf(resource: Resource): readonly (readonly [string, JsonObject])[] {
  const { group, version, kind, listKind } = resource
  const fields = Object.keys(resource.fields ?? {})
  const of = (named: string) => ({
    'x-kubernetes-group-version-kind': [{ group, version, kind: named }],
    ...(fields.length > 0 && {
      'x-kubernetes-selectable-fields': fields.map((fieldPath) => ({ fieldPath })),
    }),
  })
  const name = schemaNameOf(resource)
  const items = {
    description: `List of ${resource.resource}. More info: ${CONVENTIONS}`,
    type: 'array',
    items: { $ref: `#/components/schemas/${name}` },
  }
  const list = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: { ...commonOf('PodList'), items },
  }
  return [
    [name, { ...objectSchema(resource), ...of(kind) }],
    [listSchemaNameOf(resource), { ...list, ...of(listKind) }],
  ]
}

function objectSchema(resource: Resource): JsonObject {
  const schema = resource.schema()
  if (schema === undefined) return { type: 'object' }
  const own = published(openApiOf(schema))
  const properties = isObject(own.properties) ? own.properties : {}
  return { ...own, properties: { ...properties, ...commonOf('ConfigMap') } }
}

/** A schema with what its extensions mean to whoever does not know them. */
function published(schema: JsonObject): JsonObject {
  const told: Record<string, JsonValue | undefined> = { ...schema }
  const { properties, items, additionalProperties } = schema
  if (isObject(properties)) told.properties = mapped(properties)
  if (isObject(items)) told.items = published(items)
  if (isObject(additionalProperties)) told.additionalProperties = published(additionalProperties)
  if (schema['x-kubernetes-int-or-string'] === true && !isList(schema.anyOf) && !isList(schema.allOf))
    told.anyOf = [{ type: 'integer' }, { type: 'string' }]
  if (schema['x-kubernetes-embedded-resource'] === true) {
    const required = isList(schema.required) ? schema.required : []
    told.required = [...required, ...['kind', 'apiVersion'].filter((name) => !required.includes(name))]
    const { metadata } = commonOf('ConfigMap')
    told.properties = { ...(isObject(told.properties) ? told.properties : {}), ...EMBEDDED, metadata }
  }
  return told as JsonObject
}

function mapped(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isObject(value) ? published(value) : value]),
  )
}

/** What every kind has is said in the words of a built-in one. */
function commonOf(kind: 'ConfigMap' | 'PodList'): JsonObject {
  const schema = known()[`io.k8s.api.core.v1.${kind}`]
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  const { apiVersion, kind: named, metadata } = properties
  const reference = isObject(metadata) ? { description: metadata.description, allOf: metadata.allOf } : {}
  return { apiVersion, kind: named, metadata: reference } as JsonObject
}

let kept: JsonObject | undefined

/** What is taken from built-in kinds; kept, as their documents take a while to make and much room. */
function known(): JsonObject {
  if (kept !== undefined) return kept
  const all = { ...builtin('autoscaling/v1'), ...builtin('v1') }
  kept = Object.fromEntries(Object.entries(all).filter(([name]) => TAKEN.test(name)))
  return kept
}

function builtin(groupVersion: string): JsonObject {
  const { components } = openApiFor(groupVersion) ?? {}
  return isObject(components) && isObject(components.schemas) ? components.schemas : {}
}
