import type { Schema } from '../schema/schema.ts'
import { loadTable } from './load-table.ts'
import type { ResourceEntry, SubresourceEntry } from './table-file.ts'
import { typeSchema } from './type-schema.ts'

export interface BuiltinGroup {
  /** Empty for the core group. */
  readonly name: string
  /** The preferred one first. */
  readonly versions: readonly string[]
}

/** One resource as discovery describes it. */
export interface BuiltinResource {
  readonly group: string
  readonly version: string
  /** The plural, as in paths. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly namespaced: boolean
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly verbs: readonly string[]
  readonly subresources: readonly BuiltinSubresource[]
}

export interface BuiltinSubresource {
  readonly name: string
  /** Those of the body, such as `autoscaling`, `v1`, `Scale`. */
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly verbs: readonly string[]
}

const resources = new Map<string, readonly BuiltinResource[]>()
let places: ReadonlyMap<string, number> | undefined

/** The groups that a stock server serves as stable, in its order; the core group first. */
export function builtinGroups(): readonly BuiltinGroup[] {
  return loadTable().groups.map(({ name, versions }) => ({
    name,
    versions: versions.map(({ version }) => version),
  }))
}

/** The resources of a group version such as `v1` or `apps/v1`; none if it is not a built-in one. */
export function builtinResources(groupVersion: string): readonly BuiltinResource[] {
  const known = resources.get(groupVersion)
  if (known !== undefined) return known
  const [version = '', group = ''] = groupVersion.split('/').reverse()
  const entry = loadTable().groups.find(({ name }) => name === group)
  const found = entry?.versions.find((candidate) => candidate.version === version)?.resources ?? []
  const described = found.map((resource) => describeResource(resource, group, version))
  if (described.length > 0) resources.set(groupVersion, described)
  return described
}

/** The schema of a built-in kind, or of one that only travels, such as `Scale`, `Status` and lists. */
export function schemaFor(group: string, version: string, kind: string): Schema | undefined {
  const place = typePlaceFor(group, version, kind)
  return place === undefined ? undefined : typeSchema(place)
}

/** Where the type of a kind is in the table. */
export function typePlaceFor(group: string, version: string, kind: string): number | undefined {
  places ??= new Map(
    loadTable().types.flatMap(({ g = [] }, place) => g.map((it) => [it.join('/'), place] as const)),
  )
  return places.get(`${group}/${version}/${kind}`)
}

function describeResource(entry: ResourceEntry, group: string, version: string): BuiltinResource {
  return {
    group,
    version,
    resource: entry.name,
    singular: entry.singular,
    kind: entry.kind,
    namespaced: entry.namespaced === true,
    shortNames: entry.short ?? [],
    categories: entry.categories ?? [],
    verbs: entry.verbs.split(' '),
    subresources: (entry.sub ?? []).map((sub) => describeSubresource(sub, group, version)),
  }
}

function describeSubresource(entry: SubresourceEntry, group: string, version: string): BuiltinSubresource {
  return {
    name: entry.name,
    group: entry.group ?? group,
    version: entry.version ?? version,
    kind: entry.kind,
    verbs: entry.verbs.split(' '),
  }
}
