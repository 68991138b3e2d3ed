import { isList, isObject, type JsonObject } from '../../json/json-value.ts'
import { openApiFor } from '../../kinds/open-api.ts'
import { apiVersionOf, type Resource } from '../../resources/resource.ts'
import type { ResourceRegistry } from '../../resources/resource-registry.ts'
import { customDefinitions } from './custom-definitions.ts'
import { pathsV2 } from './paths-v2.ts'
import { schemasV2 } from './schema-v2.ts'

const SECURITY = {
  securityDefinitions: {
    BearerToken: {
      description: 'Bearer Token authentication',
      type: 'apiKey',
      name: 'authorization',
      in: 'header',
    },
  },
  security: [{ BearerToken: [] }],
}

let builtin: JsonObject | undefined

/** `/openapi/v2`: one swagger document of everything that is served. Takes a while: callers keep it per edition. */
export function openApiV2(registry: ResourceRegistry): JsonObject {
  const resources = registry
    .groups()
    .flatMap(({ group, versions }) => versions.flatMap((version) => registry.in({ group, version })))
  const custom = resources.filter((resource) => resource.custom)
  builtin ??= builtinDefinitions(resources.filter((resource) => !resource.custom))
  const common = builtin
  const definitions = {
    ...common,
    ...Object.fromEntries(custom.flatMap((each) => customDefinitions(each, common))),
  }
  const known = referencesByKind(definitions)
  const definition = (group: string, version: string, kind: string) =>
    known.get(`${group}/${version}/${kind}`)
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: '1.34' },
    paths: Object.fromEntries(resources.flatMap((resource) => pathsV2(resource, { definition }))),
    definitions,
    ...SECURITY,
  }
}

function builtinDefinitions(resources: readonly Resource[]): JsonObject {
  const schemas = new Map<string, JsonObject>()
  for (const groupVersion of new Set(resources.map(apiVersionOf))) {
    const components = openApiFor(groupVersion)?.components
    const found = isObject(components) && isObject(components.schemas) ? components.schemas : {}
    for (const [name, schema] of Object.entries(found)) {
      if (isObject(schema) && !schemas.has(name)) schemas.set(name, schema)
    }
  }
  return schemasV2(Object.fromEntries(schemas))
}

function referencesByKind(definitions: JsonObject): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  for (const [name, definition] of Object.entries(definitions)) {
    const kinds = isObject(definition) ? definition['x-kubernetes-group-version-kind'] : undefined
    for (const kind of isList(kinds) ? kinds : []) {
      if (isObject(kind)) known.set(`${kind.group}/${kind.version}/${kind.kind}`, `#/definitions/${name}`)
    }
  }
  return known
}
