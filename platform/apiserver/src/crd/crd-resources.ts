import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { renameVersion } from '../resources/rename-version.ts'
import type { PrinterColumn, Resource, Subresource, Verb } from '../resources/resource.ts'
import { compiledOf } from '../schema/compiled-of.ts'
import type { Schema } from '../schema/schema.ts'
import { schemaOf } from '../schema/schema-of.ts'

const VERBS: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]
const SUB_VERBS: readonly Verb[] = ['get', 'patch', 'update']

/** What a definition serves: a resource for each of its served versions. */
export function crdResources(definition: ApiObject): readonly Resource[] {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  return listAt(spec, 'versions')
    .filter(isObject)
    .filter((version) => version.served === true)
    .map((version) => resourceOf(spec, names, version))
}

function resourceOf(spec: JsonObject, names: JsonObject, version: JsonObject): Resource {
  const kind = String(names.kind)
  const openApi = objectAt(objectAt(version, 'schema'), 'openAPIV3Schema')
  let schema: Schema | undefined
  const schemaNow = (): Schema => {
    schema ??= schemaOf(openApi)
    return schema
  }
  const subresources = objectAt(version, 'subresources')
  return {
    group: String(spec.group),
    version: String(version.name),
    resource: String(names.plural),
    singular: String(names.singular ?? kind.toLowerCase()),
    kind,
    listKind: String(names.listKind ?? `${kind}List`),
    namespaced: spec.scope === 'Namespaced',
    verbs: VERBS,
    shortNames: texts(names.shortNames),
    categories: texts(names.categories),
    subresources: isObject(subresources.status) ? [statusOf(kind)] : [],
    columns: listAt(version, 'additionalPrinterColumns').filter(isObject).map(columnOf),
    custom: true,
    firstGeneration: 1,
    nextGeneration: countWanted,
    unconditional: false,
    createdByUpdate: false,
    nameRule: 'subdomain',
    stored: {
      group: String(spec.group),
      version: storedVersion(spec),
      resource: String(names.plural),
      kind,
      convert: renameVersion,
    },
    schema: schemaNow,
    empty: () => ({}),
    fields: Object.fromEntries(
      listAt(version, 'selectableFields')
        .filter(isObject)
        .map(({ jsonPath }) => [String(jsonPath).replace(/^\./, ''), String(jsonPath)]),
    ),
    strategy: { refresh: (object) => refreshed(object, schemaNow()) },
  }
}

/** What was stored before the schema changed has the defaults of today, and nothing that is unknown today. */
function refreshed(object: ApiObject, schema: Schema): ApiObject {
  const ready = compiledOf(schema)
  return ready.applyDefaults(ready.prune(object).value) as ApiObject
}

function storedVersion(spec: JsonObject): string {
  const versions = listAt(spec, 'versions').filter(isObject)
  return String(versions.find(({ storage }) => storage === true)?.name ?? '')
}

/** Generations count what is wanted: neither metadata nor status. */
function countWanted(before: ApiObject, after: ApiObject): number {
  const wanted = ({ metadata: _, status: __, ...rest }: JsonObject): JsonObject => rest
  const generation = before.metadata.generation ?? 0
  return isSame(wanted(before), wanted(after)) ? generation : generation + 1
}

function statusOf(kind: string): Subresource {
  return { name: 'status', kind, verbs: SUB_VERBS }
}

function columnOf(column: JsonObject): PrinterColumn {
  const { name, type, format, description, priority, jsonPath } = column
  return {
    name: String(name),
    type: String(type),
    jsonPath: String(jsonPath),
    ...(typeof format === 'string' && { format }),
    ...(typeof description === 'string' && { description }),
    ...(typeof priority === 'number' && { priority }),
  }
}

export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key]
  return isObject(value) ? value : {}
}

export function listAt(object: JsonObject, key: string): readonly JsonValue[] {
  const value = object[key]
  return isList(value) ? value : []
}

function texts(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.map(String) : []
}
