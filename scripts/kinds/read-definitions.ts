import type { GroupEntry } from '../../platform/apiserver/src/kinds/table-file.ts'
import type { ApiCaller } from './api-caller.ts'

/** A schema as OpenAPI v3 writes it, as far as Kubernetes uses it. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly allOf?: readonly OpenApiSchema[]
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly items?: OpenApiSchema
  readonly additionalProperties?: OpenApiSchema
  readonly required?: readonly string[]
  readonly default?: string | number | boolean | Readonly<Record<string, never>>
  readonly enum?: readonly string[]
  readonly 'x-kubernetes-list-type'?: string
  readonly 'x-kubernetes-list-map-keys'?: readonly string[]
  readonly 'x-kubernetes-map-type'?: string
  readonly 'x-kubernetes-patch-strategy'?: string
  readonly 'x-kubernetes-patch-merge-key'?: string
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string
    readonly version: string
    readonly kind: string
  }[]
}

interface OpenApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> }
}

/** The types of all these groups by name, without `io.k8s.`, sorted by it. */
export async function readDefinitions(
  server: ApiCaller,
  groups: readonly GroupEntry[],
): Promise<ReadonlyMap<string, OpenApiSchema>> {
  const found = new Map<string, OpenApiSchema>()
  for (const { name, versions } of groups) {
    for (const { version } of versions) {
      const path = name === '' ? `api/${version}` : `apis/${name}/${version}`
      const { components } = await server.read<OpenApiDocument>(`/openapi/v3/${path}`)
      for (const [type, schema] of Object.entries(components.schemas)) found.set(shortName(type), schema)
    }
  }
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function shortName(type: string): string {
  return type.replace('#/components/schemas/', '').replace(/^io\.k8s\./, '')
}
