import { formatJson } from '../json/format-json.ts'
import type { JsonObject } from '../json/json-value.ts'
import { openApiFor } from '../kinds/open-api.ts'
import { apiVersionOf, type GroupVersion, type Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { etagOf } from '../server/etag.ts'
import { customPaths } from './custom-paths.ts'
import { customSchemas } from './custom-schemas.ts'

export { schemaNameOf } from './schema-names.ts'

/** `/openapi/v3`: where the document of each group version is, by a name that changes with its content. */
export function openApiV3Index(registry: ResourceRegistry): JsonObject {
  const paths = registry.groups().flatMap(({ group, versions }) =>
    versions.map((version) => {
      const path = pathOf({ group, version })
      const hash = hashOf(registry, { group, version })
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const
    }),
  )
  return { paths: Object.fromEntries(paths) }
}

const builtinHashes = new Map<string, string>()
const customHashes = new WeakMap<Resource, string>()

/** Names a document by its content, without making it again for every client that looks whether anything has changed. */
function hashOf(registry: ResourceRegistry, groupVersion: GroupVersion): string {
  const apiVersion = apiVersionOf(groupVersion)
  const known = builtinHashes.get(apiVersion)
  if (known !== undefined) return known
  const builtin = openApiFor(apiVersion)
  if (builtin === undefined) return etagOf(registry.in(groupVersion).map(customHash).join())
  const hash = etagOf(formatJson(builtin))
  builtinHashes.set(apiVersion, hash)
  return hash
}

function customHash(resource: Resource): string {
  const hash = customHashes.get(resource) ?? etagOf(formatJson(customDocument([resource])))
  customHashes.set(resource, hash)
  return hash
}

/** The document at a path such as `apis/apps/v1`; undefined if nothing is served there. */
export function openApiV3(registry: ResourceRegistry, path: string): JsonObject | undefined {
  for (const { group, versions } of registry.groups()) {
    const version = versions.find((candidate) => pathOf({ group, version: candidate }) === path)
    if (version !== undefined) return documentOf(registry, { group, version })
  }
  return undefined
}

function pathOf({ group, version }: GroupVersion): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`
}

function documentOf(registry: ResourceRegistry, groupVersion: GroupVersion): JsonObject {
  const builtin = openApiFor(apiVersionOf(groupVersion))
  return builtin ?? customDocument(registry.in(groupVersion))
}

function customDocument(resources: readonly Resource[]): JsonObject {
  const paths = resources.flatMap(customPaths)
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths: Object.fromEntries(paths.sort(([a], [b]) => (a < b ? -1 : 1))),
    components: { schemas: customSchemas(resources) },
  }
}
