import { createHash } from 'node:crypto'
import type { JsonObject } from '../json/json-value.ts'
import { apiVersionOf, type GroupVersion, type Resource, type StoredForm } from '../resources/resource.ts'
import type { ResourceRegistry } from '../resources/resource-registry.ts'

/** `/api`: the versions of the core group. */
export function apiVersions(registry: ResourceRegistry, address: string): JsonObject {
  const core = registry.groups().find(({ group }) => group === '')
  return {
    kind: 'APIVersions',
    versions: core?.versions ?? [],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: address }],
  }
}

/** `/apis`: every other group. */
export function apiGroupList(registry: ResourceRegistry): JsonObject {
  const groups = registry.groups().filter(({ group }) => group !== '')
  return { kind: 'APIGroupList', apiVersion: 'v1', groups: groups.map(groupOf) }
}

/** `/apis/<group>`; undefined if there is no such group. */
export function apiGroup(registry: ResourceRegistry, name: string): JsonObject | undefined {
  const found = registry.groups().find(({ group }) => group === name && group !== '')
  return found && { kind: 'APIGroup', apiVersion: 'v1', ...groupOf(found) }
}

/** `/api/v1` and `/apis/<group>/<version>`; undefined if nothing is served there. */
export function apiResourceList(
  registry: ResourceRegistry,
  groupVersion: GroupVersion,
): JsonObject | undefined {
  const resources = registry.in(groupVersion)
  if (resources.length === 0) return undefined
  return {
    kind: 'APIResourceList',
    ...(groupVersion.group !== '' && { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(groupVersion),
    resources: resources.flatMap(listed),
  }
}

function groupOf({
  group,
  versions,
}: {
  readonly group: string
  readonly versions: readonly string[]
}): JsonObject {
  const named = versions.map((version) => ({ groupVersion: apiVersionOf({ group, version }), version }))
  return { name: group, versions: named, ...(named[0] && { preferredVersion: named[0] }) }
}

/** Clients that keep what they read ask anew when objects come to be stored in another version. */
function hashOf({ group, version, kind }: StoredForm): string {
  const hash = createHash('sha256').update(`${group}/${version}/${kind}`).digest()
  return hash.subarray(0, 8).toString('base64')
}

function listed(resource: Resource): JsonObject[] {
  const { resource: name, singular: singularName, namespaced, kind, verbs, shortNames, categories } = resource
  const main = {
    name,
    singularName,
    namespaced,
    kind,
    verbs,
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(verbs.includes('list') && { storageVersionHash: hashOf(resource.stored) }),
  }
  const below = resource.subresources.map((sub) => ({
    name: `${name}/${sub.name}`,
    singularName: '',
    namespaced,
    ...(sub.group !== undefined && { group: sub.group }),
    ...(sub.version !== undefined && { version: sub.version }),
    kind: sub.kind,
    verbs: sub.verbs,
  }))
  return [main, ...below]
}
