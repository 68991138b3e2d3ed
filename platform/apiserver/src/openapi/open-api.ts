import type { JsonObject } from '../json/json-value.ts'
import { openApiFor } from '../kinds/open-api.ts'
import { apiVersionOf, type GroupVersion, type Resource } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'
import { openApiOf } from '../schema/open-api-of.ts'
import { etagOf } from '../server/etag.ts'
import { customPaths } from './custom-paths.ts'

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

/** `/openapi/v3`: where the document of each group version is, by a name that changes with its content. */
export function openApiV3Index(registry: ResourceRegistry): JsonObject {
  const paths = registry.groups().flatMap(({ group, versions }) =>
    versions.map((version) => {
      const path = pathOf({ group, version })
      const hash = etagOf(JSON.stringify(documentOf(registry, { group, version })))
      return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const
    }),
  )
  return { paths: Object.fromEntries(paths) }
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
  const meta = (openApiFor('v1')?.components as { schemas: JsonObject } | undefined)?.schemas ?? {}
  const shared = Object.entries(meta).filter(([name]) => name.startsWith('io.k8s.apimachinery.'))
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: '1.34' },
    paths: Object.fromEntries(resources.flatMap(customPaths)),
    components: { schemas: Object.fromEntries([...shared, ...resources.flatMap(customSchemas)]) },
  }
}

/** `io.example.v1.Device` and its list. */
export function schemaNameOf({ group, version, kind }: Resource): string {
  return [...group.split('.').reverse(), version, kind].join('.')
}

function customSchemas(resource: Resource): [string, JsonObject][] {
  const { group, version, kind, listKind } = resource
  const name = schemaNameOf(resource)
  const schema = resource.schema()
  const own = schema === undefined ? { type: 'object' } : openApiOf(schema)
  const properties = own.properties as JsonObject | undefined
  const typed = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { allOf: [{ $ref: `#/components/schemas/${META}` }] },
  }
  const gvk = (named: string) => ({ 'x-kubernetes-group-version-kind': [{ group, version, kind: named }] })
  const items = { type: 'array', items: { $ref: `#/components/schemas/${name}` } }
  const list = { type: 'object', required: ['items'], properties: { ...typed, items } }
  return [
    [name, { ...own, properties: { ...properties, ...typed }, ...gvk(kind) }],
    [`${name}List`, { ...list, ...gvk(listKind) }],
  ]
}
