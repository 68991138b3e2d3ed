import type { ApiObject } from '../resources/api-object.ts'
import type { Resource } from '../resources/resource.ts'

/** A resource as the tests of admission need it. For tests only. */
export function exampleResource(parts: Pick<Resource, 'resource' | 'kind'> & Partial<Resource>): Resource {
  const { group = '', version = 'v1', resource, kind } = parts
  const stored = { group, version, resource, kind, convert: (objects: readonly ApiObject[]) => objects }
  return {
    group: '',
    version: 'v1',
    singular: parts.kind.toLowerCase(),
    listKind: `${parts.kind}List`,
    namespaced: true,
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    custom: false,
    firstGeneration: undefined,
    nextGeneration: () => undefined,
    unconditional: true,
    createdByUpdate: false,
    schema: () => undefined,
    empty: () => ({}),
    fields: undefined,
    strategy: {},
    stored,
    ...parts,
  }
}

export const CONFIG_MAPS = exampleResource({ resource: 'configmaps', kind: 'ConfigMap' })
export const NAMESPACES = exampleResource({ resource: 'namespaces', kind: 'Namespace', namespaced: false })
