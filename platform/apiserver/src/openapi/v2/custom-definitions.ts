import { isObject, type JsonObject, type JsonValue } from '../../json/json-value.ts'
import type { Resource } from '../../resources/resource.ts'
import { openApiOf } from '../../schema/open-api-of.ts'
import { schemaNameOf } from '../open-api.ts'
import { schemaV2 } from './schema-v2.ts'

/** The definitions of a custom kind and of its list; their common members are described as those of built-in kinds. */
export function customDefinitions(resource: Resource, builtin: JsonObject): readonly [string, JsonObject][] {
  const { group, version, kind, listKind } = resource
  const name = schemaNameOf(resource)
  const of = (named: string) => ({ 'x-kubernetes-group-version-kind': [{ group, version, kind: named }] })
  const items = {
    description: `List of ${resource.resource}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`,
    type: 'array',
    items: { $ref: `#/definitions/${name}` },
  }
  const list = {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: { ...commonOf(builtin, 'PodList'), items },
  }
  return [
    [name, { ...objectDefinition(resource, commonOf(builtin, 'ConfigMap')), ...of(kind) }],
    [schemaNameOf({ ...resource, kind: listKind }), { ...list, ...of(listKind) }],
  ]
}

/** Of a kind that keeps unknown fields nothing is said, as clients would refuse everything else. */
function objectDefinition(resource: Resource, common: JsonObject): JsonObject {
  const schema = resource.schema()
  if (schema === undefined || schema.preserveUnknownFields === true) return { type: 'object' }
  const definition = schemaV2(openApiOf(schema))
  const own = isObject(definition.properties) ? definition.properties : {}
  return { ...definition, properties: { ...own, ...common } }
}

function commonOf(builtin: JsonObject, kind: string): JsonObject {
  const definition = builtin[`io.k8s.api.core.v1.${kind}`]
  const properties = isObject(definition) && isObject(definition.properties) ? definition.properties : {}
  const names: readonly string[] = ['apiVersion', 'kind', 'metadata']
  return Object.fromEntries(names.map((name): [string, JsonValue | undefined] => [name, properties[name]]))
}
