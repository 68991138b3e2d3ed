import { isList, isObject, isSame, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ApiObject } from '../resources/api-object.ts'
import { renameVersion } from '../resources/rename-version.ts'
import {
  apiVersionOf,
  type Convert,
  type PrinterColumn,
  type Resource,
  type StoredForm,
  type Subresource,
  type Verb,
} from '../resources/resource.ts'
import { byPreference } from '../resources/resource-registry.ts'
import { customScaling, ownedPath } from '../scale/scaling.ts'
import { listAt, objectAt, storageVersion } from './definition-parts.ts'
import { VersionSchemas } from './version-schemas.ts'

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

const SCALE: Subresource = {
  name: 'scale',
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  verbs: SUB_VERBS,
}

export interface CrdOptions {
  /** How objects get from one version to another. Default: they differ in nothing but their name. */
  readonly convert?: Convert
}

/** What a definition serves: a resource for each of its served versions. */
export function crdResources(definition: ApiObject, options: CrdOptions = {}): readonly Resource[] {
  const spec = objectAt(definition, 'spec')
  const schemas = new VersionSchemas(spec)
  const served = listAt(spec, 'versions')
    .filter(isObject)
    .filter((version) => version.served === true)
  const renamed = options.convert === undefined && served.length > 1
  const stored: StoredForm = {
    group: String(spec.group),
    version: storageVersion(spec),
    resource: String(objectAt(spec, 'names').plural),
    kind: String(objectAt(spec, 'names').kind),
    convert: options.convert ?? renameVersion,
    prune: (object) => schemas.prune(object),
    fill: (object) => schemas.fill(object),
  }
  return served.map((version) => {
    const apiVersion = apiVersionOf({ group: stored.group, version: String(version.name) })
    return {
      ...resourceOf(spec, version),
      stored,
      schema: () => schemas.of(apiVersion),
      ...(renamed && { versions: () => schemas.all() }),
    }
  })
}

function resourceOf(spec: JsonObject, version: JsonObject): Omit<Resource, 'stored' | 'schema'> {
  const names = objectAt(spec, 'names')
  const kind = String(names.kind)
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
    subresources: [
      ...(isObject(subresources.status) ? [statusOf(kind)] : []),
      ...(isObject(subresources.scale) ? [SCALE] : []),
    ],
    ...scaleOf(spec, version),
    columns: listAt(version, 'additionalPrinterColumns').filter(isObject).map(columnOf),
    ...(version.deprecated === true && { deprecation: deprecationOf(spec, version) }),
    custom: true,
    firstGeneration: 1,
    nextGeneration: countWanted,
    unconditional: false,
    createdByUpdate: false,
    empty: () => ({}),
    fields: Object.fromEntries(
      listAt(version, 'selectableFields')
        .filter(isObject)
        .map(({ jsonPath }) => [String(jsonPath).replace(/^\./, ''), String(jsonPath)]),
    ),
    strategy: {},
  }
}

/** Generations count what is wanted: neither metadata nor status. */
function countWanted(before: ApiObject, after: ApiObject): number {
  const wanted = ({ metadata: _, status: __, ...rest }: JsonObject): JsonObject => rest
  const generation = before.metadata.generation ?? 0
  return isSame(wanted(before), wanted(after)) ? generation : generation + 1
}

/** Names the best version that is not on its way out, where that is a better one. */
function deprecationOf(spec: JsonObject, { name, deprecationWarning }: JsonObject): string {
  if (typeof deprecationWarning === 'string') return deprecationWarning
  const { kind } = objectAt(spec, 'names')
  const [best] = listAt(spec, 'versions')
    .filter(isObject)
    .filter(({ served, deprecated }) => served === true && deprecated !== true)
    .map((version) => String(version.name))
    .sort(byPreference)
  const better = best !== undefined && byPreference(best, String(name)) < 0
  const instead = better ? `; use ${spec.group}/${best} ${kind}` : ''
  return `${spec.group}/${name} ${kind} is deprecated${instead}`
}

function scaleOf(spec: JsonObject, version: JsonObject): Pick<Resource, 'scale'> {
  const scaling = customScaling(objectAt(version, 'subresources'))
  if (scaling === undefined) return {}
  const versions = listAt(spec, 'versions').filter(isObject)
  const paths = new Map(
    versions.map((each) => {
      const own = customScaling(objectAt(each, 'subresources'))
      const apiVersion = apiVersionOf({ group: String(spec.group), version: String(each.name) })
      return [apiVersion, own && ownedPath(own)] as const
    }),
  )
  return { scale: { scaling, paths } }
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

function texts(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.map(String) : []
}
